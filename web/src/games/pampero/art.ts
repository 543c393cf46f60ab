import type { State } from "../../lib/engine";
import { capital } from "../../lib/words";
import type { Art, Control } from "../art";
import Board from "./Board.svelte";
import BonusTiles from "./BonusTiles.svelte";
import CardPart from "./CardPart.svelte";
import Emblem from "./Emblem.svelte";
import MoveChoice from "./MoveChoice.svelte";
import { pampa } from "./pampa";
import SectorChoice from "./SectorChoice.svelte";
import Step from "./Step.svelte";
import { drawingOf } from "./steps";
import Tiles from "./Tiles.svelte";
import { words } from "./words";
import YourTurn from "./YourTurn.svelte";

const CONTROLS: Record<string, Control> = {
  "your-turn": YourTurn,
  "tower-sector": SectorChoice,
  "farm-sector": SectorChoice,
  "card-part": CardPart,
  "card-section": CardPart,
  "bonus-tiles": BonusTiles,
  move: MoveChoice,
  "map-contracts": Tiles,
  "contracts-there": Tiles,
  new: Tiles,
  "map-links": Tiles,
  "map-foreign": Tiles,
  "foreign_cards-there": Tiles,
  foreign: Tiles,
  "face-up-now": Tiles,
  "face-up": Tiles,
  "turned-up": Tiles,
  came: Tiles,
};

function heading(state: State): string {
  const w = words();
  const { turn, last_turn } = pampa(state);
  const key = state.question?.key;
  if (turn === 0) return capital(w.setUp);
  const who =
    state.over || key === "final" || key === "scoring" ? w.scoring : key === "your-turn" ? w.yourTurn : w.vjsTurn;
  return [`${w.turn} ${turn}`, who, ...(last_turn && !state.over ? [w.lastTurn] : [])].join(" · ");
}

export const pampero: Partial<Art> = {
  Emblem,
  colour: "--vj",
  Board,
  Step,
  draws: (entry) => drawingOf(entry) !== null,
  control: (key) => CONTROLS[key],
  heading,
  badge: (state) => ({ words: words().energy, value: String(pampa(state).vj.energy) }),
};
