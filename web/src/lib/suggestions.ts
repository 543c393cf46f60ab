/** What was told before and may come again: found by what stands in the form already. */
import { isForm, isSameValue } from "./answers";
import type { Json, Met, Piece, Question } from "./engine";
import { getPresentation } from "../views/view";

/** So many cards, and one for what is new, fill a phone; where there are nearly as many, nothing else stands above them. */
export const MAX_SHOWN = 41;
export const MANY_SHOWN = 29;

/** Whether something was told that the form didn't show by itself. */
const isFilledIn = (field: Question, value: Json) => value !== null && !isSameValue(value, field.default);

/** What fits so far: a number may still grow, all else is as it was told. */
export function filterSuggestions({ met, fields }: Question, value: Json): readonly Met[] {
  if (!isForm(value)) return met;
  const isCompatible = ({ kind }: Question, value: Json, entry: Json) =>
    kind === "number" ? Number(entry) >= Number(value) : isSameValue(value, entry);
  const filledIn = fields.filter((field) => isFilledIn(field, value[field.key] ?? null));
  return met.filter(({ entries }) =>
    filledIn.every((field) => !(field.key in entries) || isCompatible(field, value[field.key]!, entries[field.key]!)),
  );
}

/** Whether a tap on what was told before would answer: nothing else of it is told yet. */
export function canTapSuggestion(question: Question, value: Json): boolean {
  const isFilledIn = ({ key, kind, default: shown }: Question) =>
    kind !== "choice" && isForm(value) && !isSameValue(value[key] ?? null, shown);
  return filterSuggestions(question, value).length > 0 && !question.fields.some(isFilledIn);
}

/** The pieces that show what was met: those of its choices, and of its numbers so many. */
export function listPieces({ fields }: Question, { entries }: Met): readonly Piece[] {
  return fields.flatMap((field) => {
    const entry = entries[field.key] ?? null;
    const { piece, pieces } = getPresentation(field);
    if (field.kind === "choice") return pieces[String(entry)] ?? [];
    return piece && typeof entry === "number" && entry > 0 ? { ...piece, count: entry } : [];
  });
}
