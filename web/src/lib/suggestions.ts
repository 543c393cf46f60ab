/** What was told before and may come again: found by what stands in the form already. */
import { isForm, same } from "./answers";
import type { Json, Met, Piece, Question } from "./engine";
import { look } from "../views/view";

/** So many cards, and one for what is new, fill a phone; where there are nearly as many, nothing else stands above them. */
export const MOST_SEEN = 41;
export const MANY_SEEN = 29;

/** Whether something was told that the form didn't show by itself. */
const isTold = (field: Question, given: Json) => given !== null && !same(given, field.default);

/** What fits so far: a number may still grow, all else is as it was told. */
export function fitting({ met, fields }: Question, value: Json): readonly Met[] {
  if (!isForm(value)) return met;
  const fits = ({ kind }: Question, given: Json, entry: Json) =>
    kind === "number" ? Number(entry) >= Number(given) : same(given, entry);
  const told = fields.filter((field) => isTold(field, value[field.key] ?? null));
  return met.filter(({ entries }) =>
    told.every((field) => !(field.key in entries) || fits(field, value[field.key]!, entries[field.key]!)),
  );
}

/** Whether a tap on what was told before would answer: nothing else of it is told yet. */
export function recalls(question: Question, value: Json): boolean {
  const told = ({ key, kind, default: shown }: Question) =>
    kind !== "choice" && isForm(value) && !same(value[key] ?? null, shown);
  return fitting(question, value).length > 0 && !question.fields.some(told);
}

/** The pieces that show what was met: those of its choices, and of its numbers so many. */
export function piecesOf({ fields }: Question, { entries }: Met): readonly Piece[] {
  return fields.flatMap((field) => {
    const entry = entries[field.key] ?? null;
    const { piece, pieces } = look(field);
    if (field.kind === "choice") return pieces[String(entry)] ?? [];
    return piece && typeof entry === "number" && entry > 0 ? { ...piece, count: entry } : [];
  });
}
