import { describe, expect, it } from "vitest";
import {
  YOUR_TURN,
  formatOutcome,
  listLines,
  listShownHighlights,
  listTurnActs,
  numberSpots,
} from "../src/lib/turn-acts";
import type { Act, Entry, Picture, Highlight, State } from "../src/lib/engine";
import { mergeEntries } from "../src/lib/answer-prefetch.svelte";
import { arrangeMainBoard, arrangeInteractiveViews, arrangeSteps } from "../src/lib/board-layout";
import { formatDoneLabel } from "../src/lib/main-button";
import { Turn } from "../src/lib/turn.svelte";
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

/** Return a state whose entries belong to acts, in the given order; each act has a title, its entries and more. */
function tell(parts: readonly [string, readonly Entry[], Partial<Act>?][], of: Partial<State> = {}): State {
  const acts: Act[] = [];
  const entries: Entry[] = [];
  for (const [number, [title, own, more]] of parts.entries()) {
    acts.push({
      ...{
        number,
        title,
        who: "opponent",
        cites: [],
        cause: null,
        step: null,
        banner: false,
        result: null,
        idle: null,
      },
      ...{ heading: [title], figure: null, highlight: null, first: entries.length, count: own.length },
      ...more,
    });
    entries.push(...own.map((line, i) => ({ ...line, index: entries.length + i, act: number })));
  }
  return state({ views: VIEWS, entries, length: entries.length, acts, ...of });
}

const yourTurn = question({ kind: "form", key: YOUR_TURN });
const report = step("answer", "You built.", { about: { key: YOUR_TURN } });
const titles = (turn: Turn) => turn.acts.map(({ act }) => act?.title);
/** Return the titles of the screens in the order in which they are shown. */
function walk(turn: Turn): (string | undefined)[] {
  const shown = [];
  do shown.push(turn.act?.act?.title);
  while (turn.goTo(turn.stepIndex + 1));
  return shown;
}

describe("a turn in acts", () => {
  const move = step("do", "Move.");
  const story = tell(
    [
      ["Before", [move]],
      ["Your turn 1", [report], { who: "player" }],
      ["Roll 1", [step("say", "Nothing."), step("answer", "It rolls a 2.")], { idle: "The shop is full." }],
      ["Roll 2", [step("say", "It builds."), move, move], { result: "+9" }],
      ["The last round", [step("say", "Steel ran out.")], { banner: true, who: "rules" }],
      ["Roll 3", [step("say", "Nothing.")], { idle: "No steel." }],
      ["Your turn 2", [], { who: "player" }],
    ],
    { question: yourTurn, position: 1 },
  );

  it("has the acts and the lines of the script in its order, from the player's report on", () => {
    const turn = new Turn(story, { news: 2 });
    expect(titles(turn)).toEqual(["Your turn 1", "Roll 1", "Roll 2", "The last round", "Roll 3", "Your turn 2"]);
    expect(turn.acts.flatMap(({ entries }) => entries)).toEqual(story.entries.slice(1));
  });

  it("takes a tap for moves and announcements, none for acts that move nothing", () => {
    const turn = new Turn(story, { news: 2 });
    expect(walk(turn)).toEqual(["Roll 2", "The last round", "Your turn 2"]);
    expect([turn.isAtQuestion, turn.isPlayersTurn, turn.goTo(9)]).toEqual([true, true, false]);
    expect(turn.goTo(-3) && turn.stepIndex).toBe(0);
  });

  it("says what an act that is done led to, or why it moved nothing", () => {
    const turn = new Turn(story, { news: 2 });
    expect(turn.acts.slice(1, 3).map(formatOutcome)).toEqual(["The shop is full.", "+9"]);
    expect(formatOutcome(turn.acts[0]!)).toBe("You built.");
  });

  it("names what the button leads to", () => {
    const turn = new Turn(story, { news: 2 });
    expect(formatDoneLabel(turn)).toBe("Done");
    turn.goTo(1);
    expect(formatDoneLabel(turn)).toBe("Next");
    expect(
      formatDoneLabel(
        new Turn(
          tell(
            [
              ["Roll", [move]],
              ["Your turn", []],
            ],
            { question: yourTurn },
          ),
        ),
      ),
    ).toBe("Done: my turn");
  });

  it("is read aloud in the order of the screen", () => {
    const turn = new Turn(story, { news: 2 });
    expect(turn.spokenTexts).toEqual(["Roll 2", "It builds.", "Move.", "Move.", "+9"]);
    turn.goTo(9);
    expect(turn.spokenTexts.slice(0, 4)).toEqual(["Your turn 1", "You built.", "Roll 1", "The shop is full."]);
    expect(turn.spokenTexts.at(-1)).toBe("What?");
  });

  it("needs no acts of the script", () => {
    const turn = new Turn(
      state({ views: VIEWS, entries: [{ ...move, act: null }], question: question({ kind: "die" }) }),
    );
    expect([turn.acts.length, turn.lastIndex, texts(turn.act!.entries)]).toEqual([1, 0, ["Move."]]);
    expect(new Turn(state({ question: null })).act).toEqual(null);
  });
});

describe("a question inside an act", () => {
  const [take, place, score] = [step("do", "Take it."), step("do", "Place it."), step("do", "Score.")];
  const answer = step("answer", "You choose b1.");
  const asks = question({ kind: "choice" });

  it("shares the screen with the moves before it", () => {
    const turn = new Turn(tell([["Roll 1", [take]]], { question: asks }));
    expect([turn.lastIndex, turn.isAtQuestion, turn.isDone(turn.act!.entries[0]!)]).toEqual([0, true, false]);
  });

  it("is answered in the same act: what was done before is ticked", () => {
    const told = { ...place, told: true };
    const turn = new Turn(
      tell(
        [
          ["Roll 1", [take, answer, told, score]],
          ["Your turn", []],
        ],
        { question: yourTurn },
      ),
      {
        news: 2,
      },
    );
    expect(turn.act!.act!.title).toBe("Roll 1");
    expect(turn.act!.entries.map((line) => turn.isDone(line))).toEqual([true, true, true, false]);
  });

  it("takes no further tap where the answer told everything", () => {
    const told = { ...place, told: true };
    const turn = new Turn(
      tell(
        [
          ["Roll 1", [answer, told]],
          ["Your turn", []],
        ],
        { question: yourTurn },
      ),
      { news: 1 },
    );
    expect([turn.lastIndex, turn.isPlayersTurn]).toEqual([0, true]);
  });

  it("counts what was on the screen when an inline question was answered as done", () => {
    const told = tell(
      [
        ["Roll 1", [take]],
        ["Roll 2", [place]],
        ["Your turn", []],
      ],
      { question: yourTurn },
    );
    const turn = new Turn(told, { readTexts: ["Take it."] });
    expect(walk(turn)).toEqual(["Roll 2", "Your turn"]);
    expect(walk(new Turn(told, { readTexts: ["Take it."], isRetold: true }))).toEqual([
      "Roll 1",
      "Roll 2",
      "Your turn",
    ]);
  });
});

describe("the cause of an act", () => {
  const die = step("answer", "It rolls a 3.", { who: "chance", about: { kind: "die", answer: 3 } });
  const cause = { text: "Roll 1 of 2", dice: [{ sides: 6, value: 3, label: "" }] };

  it("shows its dice, so that they are no lines", () => {
    const [withCause] = listTurnActs(tell([["Roll", [die, step("do", "Move.")], { cause }]]), 0);
    const [without] = listTurnActs(tell([["Roll", [die, step("do", "Move.")]]]), 0);
    expect([texts(listLines(withCause!)), listLines(without!).length]).toEqual([["Move."], 2]);
  });
});

describe("new entries", () => {
  it("keep the acts before them, and replace the act that goes on", () => {
    const before = tell([
      ["One", [step("do", "a")]],
      ["Two", [step("do", "b")]],
    ]);
    const after = tell([
      ["One", [step("do", "a")]],
      ["Two, done", [step("do", "b"), step("do", "c")]],
      ["Three", []],
    ]);
    const merged = mergeEntries(before, { ...after, entries: after.entries.slice(2), acts: after.acts.slice(1) });
    expect(merged.acts.map(({ title }) => title)).toEqual(["One", "Two, done", "Three"]);
    expect(texts(merged.entries)).toEqual(["a", "b", "c"]);
  });
});

describe("the table at an act", () => {
  const moveTo = (view: string, id: string, words: string) =>
    step("do", `${words} to ${id}.`, { shows: shows(view, [id], { spots: [spot(id, words)] as never }) });

  it("shows what later acts touch as it was, and what was done as it is", () => {
    const after = { ...board("one"), rows: [[spot("a1", "a plan"), spot("b1", "another")]] };
    const parts: [string, Entry[]][] = [
      ["First", [moveTo("one", "a1", "a plan")]],
      ["Second", [moveTo("one", "b1", "another")]],
    ];
    const then = tell(parts, { views: [track, after, board("two")] as unknown as Picture[] });
    const turn = new Turn(then, { before: now });
    const look = () => {
      const view = turn.views.find(({ id }) => id === "one")!;
      return view.kind === "grid" ? view.rows[0]!.map(({ words }) => words) : [];
    };
    expect(look()).toEqual(["a plan", "b1"]);
    turn.goTo(1);
    expect(look()).toEqual(["a plan", "another"]);
    expect(new Turn(then).views).toBe(then.views);
  });

  it("knows a marker that moved to 0", () => {
    const motion = { piece: track.markers[0]!.piece, start: "1", end: "0" };
    const moved = shows("track", [], { motions: [motion] as never });
    const beside = shows("two", ["a1"], { also: shows("track", []) });
    const turn = new Turn(
      tell([
        ["First", [step("do", "Marker to 0.", { shows: moved })]],
        ["Second", [step("do", "Two.", { shows: beside })]],
      ]),
      { before: now },
    );
    expect(turn.views.flatMap((view) => (view.kind === "scale" ? view.markers : [])).map(({ at }) => at)).toEqual([0]);
  });

  it("is about the place of the act, whatever its moves touch, until a line is opened", () => {
    const own = shows("one", ["b1"]);
    const moves = [moveTo("one", "a1", "a"), moveTo("two", "a1", "b")];
    const turn = new Turn(tell([["Act", moves, { highlight: own }]], { question: question({ kind: "choice" }) }));
    expect(turn.highlights.at(-1)).toEqual(own);
    turn.openedEntry = turn.act!.entries[1]!;
    expect(turn.highlights.map(({ view }) => view)).toEqual(["two"]);
  });

  it("is about its first new move where the script names no place", () => {
    const moves = [moveTo("two", "a1", "a"), moveTo("one", "a1", "b"), moveTo("two", "b1", "c")];
    const told = tell([["Act", moves]], { question: question({ kind: "choice" }) });
    expect(new Turn(told).highlights.at(-1)!.lit).toEqual(["a1"]);
    expect(new Turn(told, { news: 1 }).highlights.at(-1)!.view).toBe("one");
    const [row] = arrangeSteps(VIEWS, new Turn(told, { news: 1 }).highlights);
    expect(row!.parts.find(({ lit }) => lit)!.view.id).toBe("one");
  });

  it("numbers its spots like the list, where there are several", () => {
    const moves = [moveTo("one", "a1", "a"), moveTo("two", "a1", "b"), moveTo("one", "b1", "c")];
    expect(numberSpots(moves, "one")).toEqual({ a1: 1, b1: 3 });
    expect(numberSpots(moves, "two")).toEqual({});
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

  it("shows the earlier part of a step alone, and its last part among its neighbours", () => {
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

  it("is made of what an act shows, quiet pictures left out", () => {
    const quiet = step("do", "Quietly.", { shows: shows("one", ["a1"], { quiet: true }) });
    expect(listShownHighlights({ act: null, entries: [quiet] })).toEqual([]);
  });
});
