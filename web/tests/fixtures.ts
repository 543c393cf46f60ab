/** Questions and states for the tests, made up as far as a test needs them. */
import type { Entry, Question, State } from "../src/lib/engine";

export function question(of: Partial<Question> & Pick<Question, "kind">): Question {
  return { who: "table", key: "q", text: "What?", options: [], fields: [], met: [], default: null, ...of } as Question;
}

export function entry(kind: Entry["kind"], at: number, text = ""): Entry {
  return { kind, at, text, because: [], cites: [], about: {}, shows: null, unless: null, told: false } as never;
}

export function state(of: Partial<State> = {}): State {
  const entries = of.entries ?? [];
  const base = {
    id: "a-game",
    game: "a-game",
    lang: "en",
    at: 0,
    position: 0,
    question: null,
    before: null,
    result: null,
    former: 0,
    acts: [],
  };
  const table = { laid: [], views: [], changes: [], heading: [], figure: null, along: [] };
  return { ...base, ...table, entries, length: entries.length, ...of } as State;
}
