import type { State } from "../../lib/engine";
import { capital } from "../../lib/words";
import type { Art, Control } from "../art";
import Board from "./Board.svelte";
import BoardsForm from "./BoardsForm.svelte";
import CubesForm from "./CubesForm.svelte";
import Emblem from "./Emblem.svelte";
import MoveChoice from "./MoveChoice.svelte";
import Painter from "./Painter.svelte";
import PlanForm from "./PlanForm.svelte";
import PlaceForm from "./PlaceForm.svelte";
import StartChoice from "./StartChoice.svelte";
import Step from "./Step.svelte";
import { drawingOf } from "./steps";
import { town } from "./town";
import { words } from "./words";
import YourTurn from "./YourTurn.svelte";

function heading(state: State): string {
  const w = words();
  const { round } = town(state);
  const key = state.question?.key;
  if (round === 0) return capital(w.setUp);
  const turn = state.over || key === "final" ? w.scoring : key === "your-turn" ? w.yourTurn : w.mayorsTurn;
  return `${w.round} ${round} · ${turn}`;
}

const CONTROLS: Record<string, Control> = {
  "your-turn": YourTurn,
  plan: PlanForm,
  place: PlaceForm,
  boards: BoardsForm,
  start: StartChoice,
  cubes: CubesForm,
  district: Painter,
  move: MoveChoice,
};

export const rollingHeights: Partial<Art> = {
  Emblem,
  colour: "--mayor",
  Board,
  Step,
  draws: (entry) => drawingOf(entry) !== null,
  control: (key) => (key.endsWith(".drawing") ? Painter : CONTROLS[key.startsWith("step.") ? key.split(".")[2]! : key]),
  heading,
  badge: (state) => ({ words: words().mayor, value: String(town(state).mayor.vp) }),
  course: ["mayor.vp", "mayor.wild"],
};
