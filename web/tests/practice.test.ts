import { beforeEach, expect, it, vi } from "vitest";
import { RefusedError, type PracticeState } from "../src/lib/engine";
import { engine } from "../src/lib/engine-in-use";
import { PracticeGame } from "../src/lib/practice-game.svelte";
import { state } from "./fixtures";

vi.mock("../src/lib/engine-in-use", () => ({ engine: {} }));

const stands = (text = "") => ({ state: state(), prompt: text }) as unknown as PracticeState;

beforeEach(() => {
  sessionStorage.clear();
  engine.practice = vi.fn(async () => stands());
});

it("the choices are the whole game: undo says all but the last, redo says it again", async () => {
  const game = new PracticeGame("g", 7);
  await game.open("en");
  await game.choose("a");
  await game.choose("b");
  await game.undo();
  expect([game.moves, game.future]).toEqual([["a"], ["b"]]);
  await game.redo();
  expect([game.moves, game.future]).toEqual([["a", "b"], []]);
});

it("a new choice clears the undone ones", async () => {
  const game = new PracticeGame("g", 7);
  await game.choose("a");
  await game.undo();
  await game.choose("c");
  expect([game.moves, game.future]).toEqual([["c"], []]);
});

it("a game is there again after a reload, under its options", async () => {
  const game = new PracticeGame("g", 7);
  await game.restartWith({ hard: true });
  await game.choose("a");
  const again = new PracticeGame("g", 7);
  expect([again.moves, again.options]).toEqual([["a"], { hard: true }]);
  expect(new PracticeGame("g", 8).moves).toEqual([]);
});

it("a choice that is refused was not made", async () => {
  const game = new PracticeGame("g", 7);
  await game.choose("a");
  engine.practice = vi.fn(async () => {
    throw new RefusedError("Not now.");
  });
  expect(await game.choose("x")).toBe(false);
  expect([game.moves, game.problem]).toEqual([["a"], "Not now."]);
});

it("invalid stored data starts a new game", () => {
  sessionStorage.setItem("rival.practice.g.7", "{broken");
  expect(new PracticeGame("g", 7).moves).toEqual([]);
});
