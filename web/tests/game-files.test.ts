import { beforeEach, expect, it, vi } from "vitest";
import { RefusedError } from "../src/lib/engine";
import { engine } from "../src/lib/engine-in-use";
import { importFiles } from "../src/lib/game-files";
import { t } from "../src/lib/texts";
import { state } from "./fixtures";

vi.mock("../src/lib/engine-in-use", () => ({ engine: {} }));

beforeEach(() => {
  engine.take = vi.fn(async ({ text }: { text: string }) => ({
    state: state({ id: text }),
    how: "new" as const,
    fork: null,
  }));
  engine.takeIn = vi.fn(async () => ({
    games: [state({ id: "one" }), state({ id: "two" })],
    problems: [{ file: "third.jsonl", message: "No journal." }],
  }));
});

it("a journal and a file of all games are distinguished by their contents, not by their names", async () => {
  const files = [new File(["a journal"], "odd.zip"), new File(["PK\u0003\u0004…"], "odd.jsonl")];
  expect(await importFiles(files)).toEqual({
    games: ["a journal", "one", "two"],
    problems: [t().importFailed("third.jsonl", "No journal.")],
  });
});

it("a refused file is named with its error, and the others are imported", async () => {
  engine.take = vi.fn(async ({ text }: { text: string }) => {
    if (text === "bad") throw new RefusedError("The third line is broken.");
    return { state: state({ id: text }), how: "new" as const, fork: null };
  });
  expect(await importFiles([new File(["bad"], "bad.jsonl"), new File(["good"], "good.jsonl")])).toEqual({
    games: ["good"],
    problems: [t().importFailed("bad.jsonl", "The third line is broken.")],
  });
});
