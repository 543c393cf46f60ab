import { describe, expect, it } from "vitest";
import {
  YOUR_TURN,
  buildTurnSteps,
  isShownWithQuestion,
  hasMuchText,
  listShownHighlights,
  restoreViews,
} from "../src/lib/turn-steps";
import type { Entry, Picture, Highlight, State } from "../src/lib/engine";
import { arrangeMainBoard, arrangeInteractiveViews, arrangeSteps } from "../src/lib/board-layout";
import { Turn } from "../src/lib/turn.svelte";
import { getPresentation } from "../src/views/view";
import { entry, question, state } from "./fixtures";

const spot = (id: string, words = id) => ({
  ...{ id, words, ground: "", note: "", sign: "", corrects: "" },
  pieces: [],
});
const board = (id: string) => ({
  ...{ kind: "grid" as const, id, title: id, group: "", note: "", sign: "", corrects: "" },
  rows: [[spot("a1"), spot("b1")]],
});
const track = {
  ...{ kind: "scale" as const, id: "track", title: "Track", group: "", note: "", corrects: "", least: 0, most: 9 },
  markers: [{ piece: { glyph: "", colour: "", words: "token", count: null, of: null, sign: "" }, at: 1 }],
};
const VIEWS = [track, board("one"), board("two")] as unknown as Picture[];
const now = state({ views: VIEWS });

function shows(view: string, lit: string[], of: Partial<Highlight> = {}): Highlight {
  return { view, lit, passed: [], spots: [], motions: [], quiet: false, ...of } as Highlight;
}

const step = (kind: Entry["kind"], text: string, of: Partial<Entry> = {}) => ({
  ...entry(kind, 0, text),
  ...{ because: [], cites: [], about: {}, shows: null, unless: null },
  ...of,
});
const texts = (entries: readonly Entry[]) => entries.map((entry) => entry.text);

describe("a turn in beats", () => {
  it("is one beat for each act on the board, with where it came from", () => {
    const beats = buildTurnSteps(now, [
      step("answer", "It rolls a 4."),
      step("do", "Place the plan.", { shows: shows("one", ["a1"]) }),
      step("do", "Place the other.", { shows: shows("two", ["a1"]) }),
    ]);
    expect(beats.map(({ moves }) => texts(moves))).toEqual([["Place the plan."], ["Place the other."]]);
    expect(texts(beats[0]!.captions)).toEqual(["It rolls a 4."]);
  });

  it("takes markers along, before and after the act, and what lies on the same spot", () => {
    const beats = buildTurnSteps(now, [
      step("do", "Your marker to 2.", { shows: shows("track", []) }),
      step("say", "It builds (card 2).", { because: [{ text: "so", cites: [], table: null, in_table: false }] }),
      step("do", "Place the plan.", { shows: shows("one", ["a1"]) }),
      step("do", "Three cubes on it.", { shows: shows("one", ["a1"]) }),
      step("do", "Its marker to 3.", { shows: shows("track", []) }),
    ]);
    expect(beats.map(({ moves }) => texts(moves))).toEqual([
      ["Place the plan.", "Your marker to 2.", "Three cubes on it.", "Its marker to 3."],
    ]);
  });

  it("takes along what the same hand does beside the board, unless it was announced", () => {
    const row = { ...board("row"), kind: "cards" as const, shape: "tile", spots: [spot("1")], rows: undefined };
    const here = state({ views: [...VIEWS, row] as unknown as Picture[] });
    const refilled = step("do", "Refill the row.", { shows: shows("row", ["1"]) });
    const placed = step("do", "Place the plan.", { shows: shows("one", ["a1"]) });
    const rolled = step("answer", "It rolls a 4.");
    expect(buildTurnSteps(here, [refilled, placed]).map(({ moves }) => texts(moves))).toEqual([
      ["Place the plan.", "Refill the row."],
    ]);
    expect(buildTurnSteps(here, [placed, refilled]).length).toBe(1);
    expect(buildTurnSteps(here, [placed, rolled, refilled]).length).toBe(2);
    expect(buildTurnSteps(here, [refilled, rolled, placed]).length).toBe(2);
  });

  it("never reads out more than four lines at once", () => {
    const marker = (n: number) => step("do", `Marker ${n}.`, { index: n, shows: shows("track", []) });
    const beats = buildTurnSteps(now, [1, 2, 3, 4, 5, 6].map(marker));
    expect(beats.map(({ moves }) => moves.length)).toEqual([4, 2]);
  });

  it("is asked about on one screen with the one thing that was done, unless the board is needed for both", () => {
    const [beat] = buildTurnSteps(now, [step("do", "Take plan 3.", { shows: shows("one", ["a1"]) })]);
    const [refilled] = buildTurnSteps(now, [step("do", "Refill the row.")]);
    const of = { kind: "number" as const, who: "player" };
    const tapped = question({ ...of, look: { ...getPresentation(question(of)), on: [{ view: "one" }] } as never });
    expect(isShownWithQuestion(now, beat, question({ ...of, who: "table" }))).toBe(true);
    expect([tapped, question(of)].map((asked) => isShownWithQuestion(now, beat, asked))).toEqual([false, true]);
    expect(isShownWithQuestion(now, refilled, tapped)).toBe(true);
    expect(isShownWithQuestion(now, refilled, question({ ...of, key: YOUR_TURN }))).toBe(false);
    expect(isShownWithQuestion(now, buildTurnSteps(now, [step("say", "Round 2.")])[0], question(of))).toBe(true);
    const few = (words: string) => buildTurnSteps(now, [step("do", words), step("do", words)])[0];
    expect([few("Refill."), few("x".repeat(100))].map((step) => isShownWithQuestion(now, step, tapped))).toEqual([
      true,
      false,
    ]);
  });

  it("knows when it is long to read", () => {
    const [short, long] = [12, 300].map((n) => buildTurnSteps(now, [step("do", "x".repeat(n))])[0]!);
    expect([hasMuchText(short!), hasMuchText(long!)]).toEqual([false, true]);
  });

  it("goes from beat to beat and to the question, never beyond", () => {
    const entries = [
      step("do", "One.", { index: 0, shows: shows("one", ["a1"]) }),
      step("do", "Two.", { index: 1, shows: shows("two", ["a1"]) }),
    ];
    const turn = new Turn({ ...now, entries, question: question({ kind: "form", key: YOUR_TURN }) } as State);
    expect([turn.stepIndex, turn.lastIndex, turn.isAtQuestion]).toEqual([0, 2, false]);
    expect([turn.goTo(1), turn.goTo(9), turn.goTo(9)]).toEqual([true, true, false]);
    expect([turn.stepIndex, turn.isAtQuestion, turn.step]).toEqual([2, true, null]);
    expect(turn.goTo(-3) && turn.stepIndex).toBe(0);
  });
});

describe("steps that the question described", () => {
  const placed = step("do", "Place the plan.", { index: 0, told: true, shows: shows("one", ["a1"]) });
  const scored = step("do", "Its marker to 3.", { index: 1, shows: shows("track", []) });
  const cubes = step("do", "Three cubes on it.", { index: 2, told: true, shows: shows("one", ["a1"]) });
  const other = step("do", "Place the other.", { index: 3, shows: shows("two", ["a1"]) });
  const entries = [placed, scored, cubes, other];
  const asked = question({ kind: "form", key: YOUR_TURN });

  it("come first, and are skipped after answering", () => {
    const beats = buildTurnSteps(now, entries).map(({ moves }) => texts(moves));
    expect(beats).toEqual([
      ["Place the plan.", "Three cubes on it."],
      ["Place the other.", "Its marker to 3."],
    ]);
    const of = { ...now, entries, question: asked } as State;
    expect([new Turn(of).stepIndex, new Turn(of, { isAnswered: true }).stepIndex]).toEqual([0, 1]);
    expect(new Turn({ ...of, entries: [placed] } as State, { isAnswered: true }).isAtQuestion).toBe(true);
  });

  it("include the texts on the screen when an inline question was answered", () => {
    const of = { ...now, entries: [scored, other], question: asked } as State;
    const turn = new Turn(of, { isAnswered: true, readTexts: ["Its marker to 3."] });
    expect([turn.steps.length, turn.stepIndex, texts(turn.step!.moves)]).toEqual([2, 1, ["Place the other."]]);
  });

  it("leaves a marker to the screen of one's own turn, where that is short", () => {
    const [marker] = buildTurnSteps(now, [scored]);
    const long = { ...asked, fields: Array.from({ length: 5 }, () => question({ kind: "number" })) };
    expect([isShownWithQuestion(now, marker, asked), isShownWithQuestion(now, marker, long)]).toEqual([true, false]);
    expect(isShownWithQuestion(now, buildTurnSteps(now, [other])[0], asked)).toBe(false);
  });

  it("goes with a second thing that chance puts beside the first", () => {
    const drawn = step("answer", "At random: a1.", { who: "chance" });
    const put = (spot: string) => step("do", `A post into ${spot}.`, { shows: shows("one", [spot]) });
    const beats = buildTurnSteps(now, [put("a1"), drawn, put("b1"), drawn, put("c1")]);
    expect(beats.map(({ moves }) => moves.length)).toEqual([2, 1]);
    expect(
      buildTurnSteps(now, [put("a1"), step("answer", "You choose b1.", { who: "player" }), put("b1")]).length,
    ).toBe(2);
  });
});

describe("the table at a beat", () => {
  it("shows what later beats touch as it was, and what was done as it is", () => {
    const after = { ...board("one"), rows: [[spot("a1", "a plan"), spot("b1", "another")]] };
    const then = { ...now, views: [track, after, board("two")] } as unknown as State;
    const beats = buildTurnSteps(then, [
      step("do", "One.", { shows: shows("one", ["a1"], { spots: [spot("a1", "a plan")] as never }) }),
      step("do", "Two.", { shows: shows("one", ["b1"], { spots: [spot("b1", "another")] as never }) }),
    ]);
    const at = (k: number) => {
      const view = restoreViews(then, now, beats, k).find(({ id }) => id === "one")!;
      return view.kind === "grid" ? view.rows[0]!.map(({ words }) => words) : [];
    };
    expect([at(0), at(1)]).toEqual([
      ["a plan", "b1"],
      ["a plan", "another"],
    ]);
    expect(restoreViews(then, null, beats, 0)).toBe(then.views);
  });

  it("knows a marker that moved to 0, and what a step shows beside what it is about", () => {
    const motion = { piece: track.markers[0]!.piece, start: "1", end: "0" };
    const moved = shows("track", [], { motions: [motion] as never });
    const beats = buildTurnSteps(now, [
      step("do", "One.", { shows: shows("one", ["a1"]) }),
      step("do", "Marker to 0.", { shows: moved }),
      step("do", "Two.", { shows: shows("two", ["a1"], { also: shows("track", []) }) }),
    ]);
    const at = (k: number) =>
      restoreViews(now, now, beats, k).flatMap((view) => (view.kind === "scale" ? view.markers : []));
    expect(beats.length).toBe(2);
    expect(at(0).map((marker) => marker.at)).toEqual([0]);
  });
});

describe("the scene", () => {
  it("lights the board that is touched among its neighbours", () => {
    const [row] = arrangeSteps(VIEWS, [shows("two", ["a1"])]);
    expect(row!.parts.map(({ view, lit }) => [view.id, lit])).toEqual([
      ["one", false],
      ["two", true],
    ]);
    expect(row!.parts[1]!.marks.lit).toEqual(["a1"]);
  });

  it("looks at what led to it for itself, and at what it is about among its neighbours", () => {
    const map = { ...board("map"), kind: "network" as const, spots: [], rows: undefined, group: "map" };
    const views = [...VIEWS, map] as unknown as Picture[];
    const [before, about] = arrangeSteps(views, [shows("two", ["a1"]), shows("map", ["r1"])], true);
    expect(before!.parts.map(({ view }) => view.id)).toEqual(["two"]);
    expect(about!.parts.map(({ view }) => view.id)).toEqual(["map"]);
    const [, last] = arrangeSteps(views, [shows("map", ["r1"]), shows("two", ["a1"])], true);
    expect(last!.parts.map(({ view }) => view.id)).toEqual(["one", "two"]);
  });

  it("shows a track only where nothing else is touched, and the board where nothing is", () => {
    expect(arrangeSteps(VIEWS, [shows("track", []), shows("one", [])])[0]!.parts[0]!.view.id).toBe("one");
    expect(arrangeSteps(VIEWS, [shows("track", [])])[0]!.parts[0]!.view.id).toBe("track");
    expect(arrangeSteps(VIEWS, [])).toEqual(arrangeMainBoard(VIEWS));
    expect(arrangeMainBoard([track] as unknown as Picture[])).toEqual([]);
    const map = { ...board("map"), kind: "network" as const, spots: [], rows: undefined };
    expect(arrangeMainBoard([map, board("one")] as unknown as Picture[])[0]!.parts[0]!.view.id).toBe("one");
    const undrawn = { ...board("one"), rows: [] }; // it says so
    expect(arrangeMainBoard([undrawn, board("two")] as unknown as Picture[])[0]!.parts[0]!.view.id).toBe("one");
    const before = [shows("places", []), shows("track", [])]; // the places are gone, the boards lie there now
    expect(arrangeSteps(VIEWS, before)).toEqual(arrangeMainBoard(VIEWS));
  });

  it("looks at several boards alike when each may be tapped", () => {
    const lent = VIEWS.slice(1).map((view) => ({ view, marks: { open: ["a1"] } }));
    const [row] = arrangeInteractiveViews(VIEWS, lent);
    expect(row!.parts.map(({ lit }) => lit)).toEqual([false, false]);
    expect(arrangeInteractiveViews(VIEWS, lent.slice(1))[0]!.parts.map(({ lit }) => lit)).toEqual([false, true]);
  });

  it("is made of what a beat shows, quiet pictures left out", () => {
    const quiet = step("do", "Quietly.", { shows: shows("one", ["a1"], { quiet: true }) });
    expect(listShownHighlights({ moves: [quiet], captions: [] })).toEqual([]);
  });
});
