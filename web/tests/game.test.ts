import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  RefusedError,
  StaleStateError,
  UnreachableError,
  type AmendedGame,
  type GameListener,
  type State,
} from "../src/lib/engine";
import { engine } from "../src/lib/engine-in-use";
import { Game, RETRY_DELAY } from "../src/lib/game.svelte";
import { t } from "../src/lib/texts";
import { entry, question, state } from "./fixtures";

/** A busy machine needs longer than the second that waitFor waits by default. */
const PATIENCE = { timeout: 20_000 };

vi.mock("../src/lib/engine-in-use", () => ({ engine: {} }));

const asked = (at: number, of: Partial<State> = {}) =>
  state({ at, position: at, question: question({ kind: "number", default: at }), ...of });

function plays(calls: Partial<typeof engine>): void {
  Object.assign(engine, calls);
}

const made = (now: State, of: Partial<AmendedGame> = {}): AmendedGame => ({
  ...{ state: now, repairs: [], text: "Changed.", dropped: 0, done: true, saved: [] },
  ...of,
});

const act = (number: number, first: number, count: number): State["acts"][number] => ({
  ...{ number, first, count, title: `act ${number}`, who: "opponent", cites: [], result: null },
  ...{ cause: null, step: null, banner: false, idle: null, heading: [], figure: null, highlight: null },
});

async function opened(first = asked(0)): Promise<Game> {
  plays({ state: vi.fn(async () => first) });
  const game = new Game("a-game");
  await game.load("en");
  return game;
}

describe("a game on the page", () => {
  beforeEach(() => {
    for (const call of Object.keys(engine)) delete (engine as unknown as Record<string, unknown>)[call];
  });

  it("goes on with an answer and joins what is new to what was there", async () => {
    const game = await opened(asked(0, { entries: [entry("do", 0, "a")] }));
    plays({ answer: vi.fn(async () => asked(1, { entries: [entry("say", 1, "b")], length: 2 })) });
    expect(await game.sendAnswer(4)).toBe(true);
    expect(game.state?.entries.map((entry) => entry.text)).toEqual(["a", "b"]);
    expect(engine.answer).toHaveBeenCalledWith("a-game", { at: 0, since: 1, value: 4 }, "en");
  });

  it("shows a previewed turn at once and keeps it when the answer is saved", async () => {
    const game = await opened();
    plays({ foresee: vi.fn(async () => asked(1)), confirm: vi.fn(async () => 1) });
    game.prefetchAnswer(4);
    await vi.waitFor(() => expect(game.preview).not.toBeNull(), PATIENCE);
    const ahead = game.preview;
    await game.sendAnswer(4);
    expect(game.turn).toBe(ahead);
    await vi.waitFor(() => expect(game.confirmedState?.at).toBe(1), PATIENCE);
    expect(engine.confirm).toHaveBeenCalledWith("a-game", { at: 0, value: 4 }, "en");
  });

  it("withdraws a previewed turn if its answer can't be saved, and restores the controls", async () => {
    const game = await opened();
    game.turn!.value = 4;
    plays({
      foresee: vi.fn(async () => asked(1)),
      confirm: vi.fn(async () => {
        throw new RefusedError("The disk is full.");
      }),
    });
    game.prefetchAnswer(4);
    await vi.waitFor(() => expect(game.preview).not.toBeNull(), PATIENCE);
    await game.sendAnswer(4);
    await vi.waitFor(() => expect(game.problem).toBe("The disk is full."), PATIENCE);
    expect(game.state?.at).toBe(0);
    expect(game.turn!.value).toBe(4);
  });

  it("keeps the likely correction of a refused answer until the next answer", async () => {
    const game = await opened();
    plays({
      answer: vi.fn(async (_id, { value }) => {
        if (value === "stel") throw new RefusedError("Did you mean “steel”?", "steel");
        return asked(1);
      }),
    });
    expect(await game.sendAnswer("stel")).toBe(false);
    expect([game.problem, game.proposal, game.state?.at]).toEqual(["Did you mean “steel”?", "steel", 0]);
    expect(await game.sendAnswer(game.proposal)).toBe(true);
    expect([game.problem, game.proposal, game.state?.at]).toEqual(["", null, 1]);
  });

  it("shows the current state when another device was quicker", async () => {
    const game = await opened();
    plays({
      answer: vi.fn(async () => {
        throw new StaleStateError(asked(3));
      }),
    });
    expect(await game.sendAnswer(4)).toBe(false);
    expect([game.state?.at, game.notice]).toEqual([3, t().continuedElsewhere]);
  });

  /** Open the choice how far to go back and decide. */
  async function goBack(game: Game, position: number | null): Promise<boolean> {
    const undone = game.undo();
    await vi.waitFor(() => expect(game.undoChoice).not.toBeNull(), PATIENCE);
    game.undoChoice!.decide(position);
    return undone;
  }

  it("says that the engine does not answer, and asks again how far to go back", async () => {
    const game = await opened(asked(2, { can_undo: true }));
    const unreachable = () => Promise.reject(new UnreachableError());
    plays({ rewind: vi.fn(unreachable) });
    const undone = game.undo();
    await vi.waitFor(() => expect(game.undoChoice).not.toBeNull(), PATIENCE);
    game.undoChoice!.decide(0);
    await vi.waitFor(() => expect(game.undoChoice?.position).toBe(0), PATIENCE);
    expect([game.state?.at, game.problem]).toEqual([2, t().unreachable]);
    game.undoChoice!.decide(null);
    expect(await undone).toBe(false);
    expect(game.undoChoice).toBeNull();
  });

  it("goes back several steps as one change, and changes nothing while all is kept", async () => {
    const game = await opened(asked(5, { can_undo: true }));
    const rewind = vi.fn(async () => ({ state: asked(2), repairs: [{ path: "a", text: "a", reported: false }] }));
    plays({ rewind });
    expect(await goBack(game, null)).toBe(false);
    expect(rewind).not.toHaveBeenCalled();
    const undone = game.undo();
    await vi.waitFor(() => expect(game.undoChoice?.position).toBe(4), PATIENCE);
    game.undoChoice!.decide(2);
    expect(await undone).toBe(true);
    expect(rewind).toHaveBeenCalledWith("a-game", { at: 5, position: 2 }, "en");
    expect([game.state?.position, game.repairs, game.undoChoice]).toEqual([2, null, null]); // the list was there before
  });

  it("offers no way back at the beginning", async () => {
    const game = await opened(asked(0));
    expect(await game.undo()).toBe(false);
    expect(game.undoChoice).toBeNull();
  });

  it("lists what to move after a redo, and nothing when there is nothing", async () => {
    const game = await opened(asked(1));
    const repairs = [{ path: "vp", text: "Move the token to 3.", reported: false }];
    plays({ redo: vi.fn(async () => ({ state: asked(2), repairs })) });
    await game.redo();
    expect(game.repairs).toEqual(repairs);
    plays({ redo: vi.fn(async () => ({ state: asked(3), repairs: [] })) });
    await game.redo();
    expect(game.repairs).toBeNull();
  });

  it("opens no list where the person only reported something, but says that it stays", async () => {
    const game = await opened(asked(5));
    const repairs = [{ path: "a", text: "a", reported: true }];
    plays({ redo: vi.fn(async () => ({ state: asked(6), repairs })) });
    await game.redo();
    expect([game.repairs, game.notice]).toEqual([null, t().reportedStays]);
  });

  it("asks before a change drops later answers, and changes nothing while they are to be kept", async () => {
    const game = await opened(asked(5));
    const refused = made(asked(5), { done: false, dropped: 3, text: "Something else is asked." });
    const amend = vi.fn(async (_id, { drop }) => (drop ? made(asked(9, { position: 2, former: 4 })) : refused));
    plays({ amend });
    const kept = game.replaceAnswer(1, 7);
    await vi.waitFor(() => expect(game.pendingDrop).not.toBeNull(), PATIENCE);
    expect([game.pendingDrop?.dropped, game.pendingDrop?.text]).toEqual([3, "Something else is asked."]);
    game.pendingDrop!.decide(false);
    expect(await kept).toBe(false);
    expect([game.state?.at, game.pendingDrop, game.changeResult]).toEqual([5, null, null]);
    const changed = game.replaceAnswer(1, 7);
    await vi.waitFor(() => expect(game.pendingDrop).not.toBeNull(), PATIENCE);
    game.pendingDrop!.decide(true);
    expect(await changed).toBe(true);
    expect(amend).toHaveBeenLastCalledWith("a-game", { at: 5, position: 1, value: 7, drop: true }, "en");
    expect([game.state?.at, game.changeResult]).toEqual([9, { text: "Changed.", savedParts: [], canRestore: true }]);
  });

  it("makes a change at once where nothing is dropped, and restores the former course", async () => {
    const game = await opened(asked(5));
    const repairs = [{ path: "vp", text: "Move the token to 3.", reported: false }];
    plays({
      amend: vi.fn(async () => made(asked(6, { former: 4 }))),
      former: vi.fn(async () => made(asked(7, { former: 4 }), { repairs, text: "The former course is back." })),
    });
    expect(await game.replaceAnswer(1, 7)).toBe(true);
    expect([game.pendingDrop, game.repairs]).toEqual([null, null]);
    expect(await game.restoreDroppedAnswers()).toBe(true);
    expect([game.repairs, game.changeResult?.text]).toEqual([repairs, "The former course is back."]);
  });

  it("does not drop answers of a game that went on elsewhere while it asked", async () => {
    const game = await opened(asked(5));
    plays({
      amend: vi.fn(async (_id, { drop }) => {
        if (drop) throw new StaleStateError(asked(8));
        return made(asked(5), { done: false, dropped: 1 });
      }),
      state: vi.fn(async () => asked(8)),
    });
    const changing = game.replaceAnswer(1, 7);
    await vi.waitFor(() => expect(game.pendingDrop).not.toBeNull(), PATIENCE);
    await game.load("en");
    game.pendingDrop!.decide(true);
    expect(await changing).toBe(false);
    expect(engine.amend).toHaveBeenLastCalledWith("a-game", expect.objectContaining({ at: 5, drop: true }), "en");
  });

  it("tells the act again that a correction changed, from its beginning", async () => {
    const [a, b, c] = [entry("do", 0, "a"), entry("answer", 0, "b"), entry("do", 1, "c")];
    const note = entry("correct", 1, "Corrected: points: 4");
    const game = await opened(asked(1, { entries: [a, b, c] }));
    const acts = [act(0, 0, 1), act(1, 1, 4)];
    const entries = [a, b, entry("do", 1, "d"), note].map((entry, i) => ({ ...entry, act: Number(i > 0) }));
    plays({ correct: vi.fn(async () => made(asked(2, { position: 2, entries, acts }))) });
    expect(await game.correctValue("points", 4)).toBe(true);
    expect(game.turn?.news.map(({ text }) => text)).toEqual(["b", "d", "Corrected: points: 4"]);
    expect([game.turn?.stepIndex, game.turn?.isAtQuestion, game.changeResult]).toEqual([0, false, null]);
  });

  it("stays at the question where a correction tells nothing in another way", async () => {
    const game = await opened(asked(1, { entries: [entry("do", 1, "a")] }));
    const entries = [entry("do", 1, "a"), entry("correct", 1, "Corrected: points: 4")];
    plays({ correct: vi.fn(async () => made(asked(2, { entries, acts: [act(0, 0, 2)] }))) });
    await game.correctValue("points", 4);
    expect(game.turn?.isAtQuestion).toBe(true);
  });

  it("says what a correction saved in the box, and takes it back there", async () => {
    const game = await opened(asked(1));
    plays({
      correct: vi.fn(async () => made(asked(2, { former: 3 }), { saved: ["Grid board"] })),
      undoBox: vi.fn(async () => ({}) as never),
    });
    await game.correctValue("grid", 4);
    expect(game.changeResult).toEqual({ text: "", savedParts: ["Grid board"], canRestore: false });
    expect(await game.undoBoxChange()).toBe(true);
    expect(engine.undoBox).toHaveBeenCalledWith("a-game", "en");
    expect(game.changeResult?.text).toBe(t().boxChangeUndone);
  });

  it("keeps the value of the controls when the same turn is shown again", async () => {
    const game = await opened();
    game.turn!.value = 9;
    plays({ state: vi.fn(async () => asked(0, { lang: "ru" })) });
    await game.load("ru");
    expect([game.state?.lang, game.turn!.value]).toEqual(["ru", 9]);
  });

  it("catches up with what other devices did, and is gone when they deleted it", async () => {
    const game = await opened();
    const heard: GameListener[] = [];
    plays({ follow: vi.fn((_id, hear) => (heard.push(hear), () => undefined)), state: vi.fn(async () => asked(2)) });
    game.followChanges();
    heard[0]!.onMoved(0, 1);
    expect(engine.state).not.toHaveBeenCalled();
    heard[0]!.onMoved(2, 1);
    await vi.waitFor(() => expect(game.state?.at).toBe(2));
    heard[0]!.onGone();
    expect([game.state, game.problem]).toEqual([null, t().gameWasDeleted]);
  });

  it("asks again after a while what it could not load, not at once and not without end", async () => {
    const game = await opened();
    const heard: GameListener[] = [];
    const away = vi.fn(async () => {
      throw new UnreachableError();
    });
    plays({ follow: vi.fn((_id, hear) => (heard.push(hear), () => undefined)), state: away });
    vi.useFakeTimers();
    try {
      const stop = game.followChanges();
      heard[0]!.onMoved(2, 1);
      await vi.advanceTimersByTimeAsync(RETRY_DELAY * 3 - 1);
      expect(away).toHaveBeenCalledTimes(3);
      plays({ state: vi.fn(async () => asked(2)) });
      await vi.advanceTimersByTimeAsync(RETRY_DELAY);
      expect([game.state?.at, game.problem]).toEqual([2, ""]);
      plays({ state: away });
      heard[0]!.onMoved(3, 1);
      await vi.advanceTimersByTimeAsync(0);
      stop();
      await vi.advanceTimersByTimeAsync(RETRY_DELAY * 9);
      expect(away).toHaveBeenCalledTimes(4);
    } finally {
      vi.useRealTimers();
    }
  });
});
