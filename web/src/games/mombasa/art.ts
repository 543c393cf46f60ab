import type { State } from "../../lib/engine";
import type { Art, Control } from "../art";
import Board from "./Board.svelte";
import { board } from "./board";
import CardPick from "./CardPick.svelte";
import Emblem from "./Emblem.svelte";
import MoveChoice from "./MoveChoice.svelte";
import RegionChoice from "./RegionChoice.svelte";
import Report from "./Report.svelte";
import Step from "./Step.svelte";
import { drawingOf } from "./steps";
import { words } from "./words";
import YourTurn from "./YourTurn.svelte";

const CONTROLS: Record<string, Control> = {
  "your-turn": YourTurn,
  card: CardPick,
  draw: CardPick,
  taken: CardPick,
  report: Report,
  spread: RegionChoice,
  target: RegionChoice,
  way: RegionChoice,
  move: MoveChoice,
};

function heading(state: State): string {
  const w = words();
  const { round } = board(state);
  if (round === 0) return w.setUp;
  const phases: Record<string, string> = {
    planned: w.planning,
    draw: w.planning,
    card: w.planning,
    taken: w.preparation,
    "your-turn": w.yourTurn,
    preparation: w.preparation,
    final: w.scoring,
    report: w.expansion,
  };
  const phase = state.over
    ? w.scoring
    : board(state).expansion
      ? w.expansion
      : (phases[state.question?.key ?? ""] ?? w.itsTurn);
  return `${w.round} ${round}/7 · ${phase}`;
}

export const mombasa: Partial<Art> = {
  Emblem,
  colour: "--virtual",
  Board,
  Step,
  draws: (entry) => drawingOf(entry) !== null,
  control: (key) => CONTROLS[key],
  heading,
  badge: () => ({ words: words().max, value: "" }),
  levelWords: (id) => words().levels[id] ?? id,
};
