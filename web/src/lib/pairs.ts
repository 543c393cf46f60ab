/** Names with a value each, entered on a view: the player chooses a value, then taps spots. */
import { getPresentation, mapSpots } from "../views/view";
import type { Id, Json, Picture, Piece, Question, Spot } from "./engine";

type PairValues = { [name: string]: Json };

/** The value chosen last, by the available values, so that each region's prices are remembered. */
const lastValues = new Map<string, Id>();
const makeValuesKey = (question: Question) => question.options.map((option) => option.id).join("\n");

/** Return the value that was last chosen from these options, else the first value. */
export const recallValue = (question: Question): Id =>
  lastValues.get(makeValuesKey(question)) ?? question.options[0]?.id ?? "";

export function rememberValue(question: Question, value: Id): void {
  lastValues.set(makeValuesKey(question), value);
}

/** Return the first name that has no value yet and is not on the board, such as the next free number of a region. */
export const findNextName = (question: Question, values: PairValues, onBoard: ReadonlySet<string>): string =>
  question.names.find((name) => !(name in values) && !onBoard.has(name)) ?? "";

const isSamePiece = (piece: Piece | undefined, other: Piece | undefined) =>
  piece?.glyph === other?.glyph && piece?.colour === other?.colour;

/** Return whether values are shown as pieces rather than as texts. */
const showsPieces = (question: Question) => Object.keys(getPresentation(question).pieces).length > 0;

/** Set the value of a spot. A second tap or an unchanged value removes the value. */
export function togglePair(question: Question, values: PairValues, spot: Spot, value: Id): PairValues {
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== spot.id));
  const isUnchanged = showsPieces(question) && isSamePiece(spot.pieces[0], getPresentation(question).pieces[value]);
  return values[spot.id] === value || isUnchanged ? rest : { ...rest, [spot.id]: value };
}

/** Return the view with the entered values. */
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
