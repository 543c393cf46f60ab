import { beforeEach, describe, expect, it, vi } from "vitest";
import { Refused, Stale, Unreachable, type Hearing, type State } from "../src/lib/engine";
import { engine } from "../src/lib/engine-in-use";
import { Game, PATIENCE } from "../src/lib/game.svelte";
import { t } from "../src/lib/words";
import { entry, question, state } from "./made";

vi.mock("../src/lib/engine-in-use", () => ({ engine: {} }));

const asked = (at: number, of: Partial<State> = {}) =>
  state({ at, position: at, question: question({ kind: "number", default: at }), ...of });

function plays(calls: Partial<typeof engine>): void {
  Object.assign(engine, calls);
}

async function opened(first = asked(0)): Promise<Game> {
  plays({ state: vi.fn(async () => first) });
  const game = new Game("a-game");
  await game.open("en");
  return game;
}

describe("a game on the page", () => {
  beforeEach(() => {
    for (const call of Object.keys(engine)) delete (engine as unknown as Record<string, unknown>)[call];
  });

  it("goes on with an answer and joins what is new to what was there", async () => {
    const game = await opened(asked(0, { entries: [entry("do", 0, "a")] }));
    plays({ answer: vi.fn(async () => asked(1, { entries: [entry("say", 1, "b")], length: 2 })) });
    expect(await game.answer(4)).toBe(true);
    expect(game.state?.entries.map((one) => one.text)).toEqual(["a", "b"]);
    expect(engine.answer).toHaveBeenCalledWith("a-game", { at: 0, since: 1, value: 4 }, "en");
  });

  it("shows a foreseen turn at once and keeps it when the answer is kept", async () => {
    const game = await opened();
    plays({ foresee: vi.fn(async () => asked(1)), answer: vi.fn(async () => asked(1)) });
    game.foresee(4);
    await vi.waitFor(() => expect(game.ahead).not.toBeNull());
    const ahead = game.ahead;
    await game.answer(4);
    expect(game.turn).toBe(ahead);
    await vi.waitFor(() => expect(game.kept?.at).toBe(1));
  });

  it("takes a foreseen turn back if its answer can't be kept, with what stood in the controls", async () => {
    const game = await opened();
    game.turn!.value = 4;
    plays({
      foresee: vi.fn(async () => asked(1)),
      answer: vi.fn(async () => {
        throw new Refused("The disk is full.");
      }),
    });
    game.foresee(4);
    await vi.waitFor(() => expect(game.ahead).not.toBeNull());
    await game.answer(4);
    await vi.waitFor(() => expect(game.problem).toBe("The disk is full."));
    expect(game.state?.at).toBe(0);
    expect(game.turn!.value).toBe(4);
  });

  it("keeps what was probably meant by a refused answer until something else is said", async () => {
    const game = await opened();
    plays({
      answer: vi.fn(async (_id, { value }) => {
        if (value === "stel") throw new Refused("Did you mean “steel”?", "steel");
        return asked(1);
      }),
    });
    expect(await game.answer("stel")).toBe(false);
    expect([game.problem, game.proposal, game.state?.at]).toEqual(["Did you mean “steel”?", "steel", 0]);
    expect(await game.answer(game.proposal)).toBe(true);
    expect([game.problem, game.proposal, game.state?.at]).toEqual(["", null, 1]);
  });

  it("shows how it stands when somebody else was quicker", async () => {
    const game = await opened();
    plays({
      answer: vi.fn(async () => {
        throw new Stale(asked(3));
      }),
    });
    expect(await game.answer(4)).toBe(false);
    expect([game.state?.at, game.notice]).toEqual([3, t().stale]);
  });

  it("says that the engine does not answer, and stays where it is", async () => {
    const game = await opened();
    plays({
      undo: vi.fn(async () => {
        throw new Unreachable();
      }),
    });
    expect(await game.undo()).toBe(false);
    expect([game.state?.at, game.problem]).toEqual([0, t().unreachable]);
  });

  it("lists what to put back after a step back, and nothing when there is nothing", async () => {
    const game = await opened(asked(2));
    const repairs = [{ path: "vp", text: "Move the token to 3.", reported: false }];
    plays({ undo: vi.fn(async () => ({ state: asked(1), repairs })) });
    await game.undo();
    expect(game.repairs).toEqual(repairs);
    plays({ redo: vi.fn(async () => ({ state: asked(2), repairs: [] })) });
    await game.redo();
    expect(game.repairs).toBeNull();
  });

  it("keeps what stands in the controls when the same turn is told again", async () => {
    const game = await opened();
    game.turn!.value = 9;
    plays({ state: vi.fn(async () => asked(0, { lang: "ru" })) });
    await game.open("ru");
    expect([game.state?.lang, game.turn!.value]).toEqual(["ru", 9]);
  });

  it("catches up with what other devices did, and is gone when they deleted it", async () => {
    const game = await opened();
    const heard: Hearing[] = [];
    plays({ follow: vi.fn((_id, hear) => (heard.push(hear), () => undefined)), state: vi.fn(async () => asked(2)) });
    game.follow();
    heard[0]!.moved(0, 1);
    expect(engine.state).not.toHaveBeenCalled();
    heard[0]!.moved(2, 1);
    await vi.waitFor(() => expect(game.state?.at).toBe(2));
    heard[0]!.gone();
    expect([game.state, game.problem]).toEqual([null, t().gone]);
  });

  it("asks again after a while what it could not load, not at once and not without end", async () => {
    const game = await opened();
    const heard: Hearing[] = [];
    const away = vi.fn(async () => {
      throw new Unreachable();
    });
    plays({ follow: vi.fn((_id, hear) => (heard.push(hear), () => undefined)), state: away });
    vi.useFakeTimers();
    try {
      const stop = game.follow();
      heard[0]!.moved(2, 1);
      await vi.advanceTimersByTimeAsync(PATIENCE * 3 - 1);
      expect(away).toHaveBeenCalledTimes(3);
      plays({ state: vi.fn(async () => asked(2)) });
      await vi.advanceTimersByTimeAsync(PATIENCE);
      expect([game.state?.at, game.problem]).toEqual([2, ""]);
      plays({ state: away });
      heard[0]!.moved(3, 1);
      await vi.advanceTimersByTimeAsync(0);
      stop();
      await vi.advanceTimersByTimeAsync(PATIENCE * 9);
      expect(away).toHaveBeenCalledTimes(4);
    } finally {
      vi.useRealTimers();
    }
  });
});
