import type { State } from "../../lib/engine";
import { capital } from "../../lib/words";
import type { Art } from "../art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import { announced, pampa } from "./pampa";
import Step from "./Step.svelte";
import { words } from "./words";

function heading(state: State): string {
  const w = words();
  const { turn, last_turn } = pampa(state);
  const key = state.question?.key;
  if (turn === 0) return capital(w.setUp);
  const who = state.over || key === "final" || key === "scoring" ? w.scoring : key === "your-turn" ? w.yourTurn : w.vjsTurn;
  return [`${w.turn} ${turn}`, who, ...(last_turn && !state.over ? [w.lastTurn] : [])].join(" · ");
}

export const pampero: Partial<Art> = {
  Emblem,
  colour: "--vj",
  Board,
  Step,
  draws: (entry) => announced(entry) !== null,
  heading,
  badge: (state) => ({ words: words().energy, value: String(pampa(state).vj.energy) }),
  course: ["vj.money", "vj.energy"],
};
