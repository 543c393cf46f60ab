/** Suggestions: earlier answers that match the current form. */
import { isForm, isSameValue } from "./answers";
import type { Json, Suggestion, Piece, Question } from "./engine";
import { getPresentation } from "../views/view";

/** The number of cards that fill a phone's screen, and the number from which only cards are shown. */
export const MAX_SHOWN = 41;
export const MANY_SHOWN = 29;

/** Return whether a field differs from its default. An empty list does not count as filled in. */
const isFilledIn = (field: Question, value: Json) =>
  value !== null && !isSameValue(value, field.default) && !(Array.isArray(value) && value.length === 0);

/**
 * Return the matching suggestions. Numbers may be lower than suggested, because they may still grow; other fields must
 * be equal.
 */
export function filterSuggestions({ met, fields }: Question, value: Json): readonly Suggestion[] {
  if (!isForm(value)) return met;
  const isCompatible = ({ kind }: Question, value: Json, entry: Json) =>
    kind === "number" ? Number(entry) >= Number(value) : isSameValue(value, entry);
  const filledIn = fields.filter((field) => isFilledIn(field, value[field.key] ?? null));
  return met.filter(({ entries }) =>
    filledIn.every((field) => !(field.key in entries) || isCompatible(field, value[field.key]!, entries[field.key]!)),
  );
}

/** Return whether a tap on a suggestion can submit the answer, because only choices have been made so far. */
export function canTapSuggestion(question: Question, value: Json): boolean {
  const isEntered = (field: Question) =>
    field.kind !== "choice" && isForm(value) && isFilledIn(field, value[field.key] ?? null);
  return filterSuggestions(question, value).length > 0 && !question.fields.some(isEntered);
}

/** Return the pieces that show a suggestion: those of its choices and numbers. */
export function listPieces({ fields }: Question, { entries }: Suggestion): readonly Piece[] {
  return fields.flatMap((field) => {
    const entry = entries[field.key] ?? null;
    const { piece, pieces } = getPresentation(field);
    if (field.kind === "choice") return pieces[String(entry)] ?? [];
    return piece && typeof entry === "number" && entry > 0 ? { ...piece, count: entry } : [];
  });
}
