/**
 * What the page still draws of one game by itself. All others are drawn from the views that the engine gives, and
 * their questions by the common controls.
 */
import type { Component } from "svelte";
import type { ControlProps } from "../answers/control";
import type { Entry, Json, Question, State } from "../lib/engine";
import Table from "../views/Table.svelte";

/** The whole table, as it stands. */
export interface BoardProps {
  state: State;
  question: Question | null;
  /** The entries since the last answer: what they speak of is shown as new. */
  news: readonly Entry[];
  /** What stands in the controls of the question. */
  value: Json;
  /** Puts an answer into the controls of the question; the main button sends it. Missing when only looking. */
  onAnswer?: (value: Json) => void;
  /** Opens the correction of a tracked value. Missing when only looking. */
  onCorrect?: (path: string) => void;
}

/** The drawing of one step; ``Art.draws`` says which steps have one. */
export interface StepProps {
  state: State;
  entry: Entry;
}

export type Control = Component<ControlProps, object, "value">;

export interface Art {
  Emblem: Component<{ size?: number }> | null;
  /** The name of the CSS colour of the opponent. */
  colour: string;
  Board: Component<BoardProps>;
  Step: Component<StepProps> | null;
  draws: (entry: Entry) => boolean;
  /** The game's own control for a question with this key; the common ones serve all others. */
  control: (key: string) => Control | undefined;
  /** One line on where the game stands, for instance its round. */
  heading: (state: State) => string;
  /** The one figure that belongs in the header, with its words. */
  badge: (state: State) => { words: string; value: string } | null;
}

const COMMON: Art = {
  Emblem: null,
  colour: "--accent",
  Board: Table,
  Step: null,
  draws: () => false,
  control: () => undefined,
  heading: () => "",
  badge: () => null,
};

const GAMES: Record<string, Partial<Art>> = {};

const known = new Map<string, Art>();

export function art(game: string): Art {
  const found = known.get(game) ?? { ...COMMON, ...GAMES[game] };
  known.set(game, found);
  return found;
}
