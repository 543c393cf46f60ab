/** What a person has put into the controls of a question, and whether it can be sent. */
import type { Json, Question } from "./engine";

/** The value of a sum such as 12+3-1; null if it is none. A long minus is as good as a short one. */
export function parseSum(text: string): number | null {
  const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, "");
  if (!/^[+-]?\d+([+-]\d+)*$/.test(plain)) return null;
  return (plain.match(/[+-]?\d+/g) ?? []).reduce((total, part) => total + Number(part), 0);
}

/** A sum with one more amount, which takes the place of nothing; without one, its last amount is taken back. */
export function appendAmount(text: string, amount: number | null): Json {
  const parts =
    text
      .replace(/[−–]/g, "-")
      .replace(/\s+/g, " ")
      .match(/[+-]? ?\d+/g) ?? [];
  const amounts = parseSum(parts.join("")) === 0 && parts.length < 2 ? [] : parts;
  const kept = amount === null ? amounts.slice(0, -1) : [...amounts, amounts.length ? `+${amount}` : `${amount}`];
  return kept.length > 1 ? kept.join("") : kept.length ? Number(kept[0]) : null;
}

/** What stands in the controls before anybody touches them: what was answered before, or what the question presets. */
export function initialValue(question: Question, before: Json = null): Json {
  if (before === null) return defaultValue(question);
  if (question.kind !== "form" || !isForm(before)) return before;
  return Object.fromEntries(
    question.fields.map((field) => [field.key, initialValue(field, before[field.key] ?? null)]),
  );
}

function defaultValue(question: Question): Json {
  switch (question.kind) {
    case "checklist":
      return true;
    case "form":
      return Object.fromEntries(question.fields.map((field) => [field.key, defaultValue(field)]));
    case "several":
    case "phrases":
      return Array.isArray(question.default) ? [...question.default] : [];
    case "pairs":
      return isForm(question.default) ? { ...question.default } : {};
    case "order":
      return [];
    case "drawing":
      return Array.isArray(question.default) ? [...question.default] : null;
    default:
      return question.default ?? null;
  }
}

/** The labels of what is missing; empty when the answer can be sent. */
export function listMissing(question: Question, value: Json): string[] {
  switch (question.kind) {
    case "form":
      if (!isForm(value)) return [];
      if (countChangedFields(question, value) < (question.least ?? 0)) return [question.text];
      return question.fields.flatMap((field) => {
        const fieldValue = value[field.key] ?? null;
        return field.required || !isEmpty(fieldValue) ? listMissing(field, fieldValue) : [];
      });
    case "number":
      return typeof value === "number" || (typeof value === "string" && parseSum(value) !== null)
        ? []
        : [question.text];
    case "pairs":
      return [];
    case "several":
    case "phrases":
      return Array.isArray(value) && value.length >= (question.least ?? 0) ? [] : [question.text];
    case "order":
      return Array.isArray(value) && value.length === (question.most ?? question.options.length) ? [] : [question.text];
    case "drawing":
      return countMissingSquares(question, value) ? [question.text] : [];
    case "words":
      return typeof value === "string" && value.trim() ? [] : [question.text];
    default:
      return value === null ? [question.text] : [];
  }
}

/** How many squares of a drawing nobody has told: no fact is made of what was never looked at. */
export function countUnknownSquares(drawing: Json): number {
  if (!Array.isArray(drawing) || !drawing.length) return 1;
  return drawing.reduce((sum: number, row) => sum + String(row).split("?").length - 1, 0);
}

/** How many squares are missing in a drawing: nobody has told them, or there are fewer than there must be. */
export function countMissingSquares({ most }: Question, drawing: Json): number {
  const drawn = Array.isArray(drawing) ? drawing.flatMap((row) => String(row).trim().split(/\s+/)).length : 0;
  return countUnknownSquares(drawing) + Math.max(0, (most ?? 0) - drawn);
}

/** The answer as the engine takes it: of a form only what differs from what was shown. */
export function buildAnswer(question: Question, value: Json): Json {
  if (question.kind === "number" && typeof value === "string") return normalizeNumber(value);
  if (question.kind !== "form" || !isForm(value)) return value;
  const changed = question.fields
    .map((field) => [field.key, buildAnswer(field, value[field.key] ?? null), field] as const)
    .filter(
      ([, fieldValue, field]) => field.required || !(isEmpty(fieldValue) || isSameValue(fieldValue, field.default)),
    );
  return Object.fromEntries(changed.map(([key, fieldValue]) => [key, fieldValue]));
}

/** True while a form says nothing but what it showed. */
export function isUntouched(question: Question, value: Json): boolean {
  return question.kind === "form" && isForm(value) && countChangedFields(question, value) === 0;
}

/** How many facts of a form say something else than it showed. */
function countChangedFields(form: Question, value: Json): number {
  return Object.keys(buildAnswer(form, value) as object).length;
}

export function isForm(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function normalizeNumber(text: string): Json {
  const plain = text.replace(/[−–]/g, "-").trim();
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : plain;
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) || isSameValue(value, {});
}

export function isSameValue(first: Json, second: Json): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Whether a field has anything to tell as things stand in its form. */
export function isRelevant({ look }: Question, form: Json): boolean {
  const depends = look?.depends;
  return !depends || !isForm(form) || depends.values.includes(form[depends.field] ?? null);
}
