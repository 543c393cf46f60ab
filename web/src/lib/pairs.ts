/** Names with a value each that are told on a view: choose the value, then tap the spots. */
import { getPresentation, mapSpots } from "../views/view";
import type { Id, Json, Picture, Piece, Question, Spot } from "./engine";

type PairValues = { [name: string]: Json };

const isSamePiece = (piece: Piece | undefined, other: Piece | undefined) =>
  piece?.glyph === other?.glyph && piece?.colour === other?.colour;

/** Whether the values lie on the spots as pieces; else they are written there. */
const showsPieces = (question: Question) => Object.keys(getPresentation(question).pieces).length > 0;

/** What is told after a tap: a second one takes it back, and what stands so already need not be told. */
export function togglePair(question: Question, values: PairValues, spot: Spot, value: Id): PairValues {
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== spot.id));
  const isUnchanged = showsPieces(question) && isSamePiece(spot.pieces[0], getPresentation(question).pieces[value]);
  return values[spot.id] === value || isUnchanged ? rest : { ...rest, [spot.id]: value };
}

/** The view as it is with what was told. */
export function showPairs(view: Picture, question: Question, values: PairValues): Picture {
  return mapSpots(view, (spot) => {
    const value = values[spot.id];
    const label = question.options.find((option) => option.id === value)?.label;
    if (label === undefined) return spot;
    const piece = getPresentation(question).pieces[String(value)];
    const words = `${spot.sign || spot.words}: ${label}`;
    return showsPieces(question) ? { ...spot, words, pieces: piece ? [piece] : [] } : { ...spot, words, sign: words };
  });
}
