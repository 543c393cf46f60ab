import type { State } from "../../lib/engine";
import type { Art, Control } from "../art";
import Board from "./Board.svelte";
import CardPart from "./CardPart.svelte";
import Emblem from "./Emblem.svelte";
import SectorChoice from "./SectorChoice.svelte";
import Step from "./Step.svelte";
import { drawingOf } from "./steps";
import { table } from "./table";
import { words } from "./words";
import YourTurn from "./YourTurn.svelte";

const CONTROLS: Record<string, Control> = {
  "your-turn": YourTurn,
  "tower-sector": SectorChoice,
  "farm-sector": SectorChoice,
  place: SectorChoice,
  "card-part": CardPart,
};

function heading(state: State): string {
  const w = words();
  const { turn } = table(state);
  if (turn === 0) return w.setUp;
  const key = state.question?.key;
  const phase = state.over || key === "scoring" || key === "final" ? w.scoringNow : key === "your-turn" ? w.yourTurn : w.vjsTurn;
  return `${w.turn} ${turn} · ${phase}`;
}

export const pampero: Partial<Art> = {
  Emblem,
  colour: "--vj",
  Board,
  Step,
  draws: (entry) => drawingOf(entry) !== null,
  control: (key) => CONTROLS[key],
  heading,
  badge: (state) => ({ words: words().energy, value: String(table(state).vj.energy) }),
  course: ["vj.money", "vj.energy"],
};
