/** Names with a value each that are told on a view: choose the value, then tap the spots. */
import { look, withSpots } from "../views/view";
import type { Id, Json, Picture, Piece, Question, Spot } from "./engine";

type Told = { [name: string]: Json };

const alike = (one: Piece | undefined, other: Piece | undefined) =>
  one?.glyph === other?.glyph && one?.colour === other?.colour;

/** Whether the values lie on the spots as pieces; else they are written there. */
const lie = (question: Question) => Object.keys(look(question).pieces).length > 0;

/** What is told after a tap: a second one takes it back, and what stands so already need not be told. */
export function tapped(question: Question, told: Told, spot: Spot, value: Id): Told {
  const rest = Object.fromEntries(Object.entries(told).filter(([name]) => name !== spot.id));
  const stands = lie(question) && alike(spot.pieces[0], look(question).pieces[value]);
  return told[spot.id] === value || stands ? rest : { ...rest, [spot.id]: value };
}

/** The view as it is with what was told. */
export function withTold(view: Picture, question: Question, told: Told): Picture {
  return withSpots(view, (spot) => {
    const value = told[spot.id];
    const label = question.options.find((one) => one.id === value)?.label;
    if (label === undefined) return spot;
    const piece = look(question).pieces[String(value)];
    const words = `${spot.sign || spot.words}: ${label}`;
    return lie(question) ? { ...spot, words, pieces: piece ? [piece] : [] } : { ...spot, words, sign: words };
  });
}
