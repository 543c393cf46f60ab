/** Values of the controls of a question: initial values, missing ones, and the answer to send. */
import type { Json, Question } from "./engine";

/** Return the value of a sum such as 12+3-1, or null if the text is not a sum. Typographic minus signs are accepted. */
export function parseSum(text: string): number | null {
  const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, "");
  if (!/^[+-]?\d+([+-]\d+)*$/.test(plain)) return null;
  return (plain.match(/[+-]?\d+/g) ?? []).reduce((total, part) => total + Number(part), 0);
}

/** Append an amount to a sum or, if ``amount`` is null, remove the last amount. */
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

/** Return the initial value of the controls: the earlier answer, or the default of the question. */
export function getInitialValue(question: Question, before: Json = null): Json {
  if (before === null) return getDefaultValue(question);
  if (question.kind !== "form" || !isForm(before)) return before;
  return Object.fromEntries(
    question.fields.map((field) => [field.key, getInitialValue(field, before[field.key] ?? null)]),
  );
}

function getDefaultValue(question: Question): Json {
  switch (question.kind) {
    case "checklist":
      return true;
    case "form":
      return Object.fromEntries(question.fields.map((field) => [field.key, getDefaultValue(field)]));
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

/** Return the labels of the missing fields; empty if the answer can be sent. */
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

/** Return the number of squares that are still unknown. */
export function countUnknownSquares(drawing: Json): number {
  if (!Array.isArray(drawing) || !drawing.length) return 1;
  return drawing.reduce((sum: number, row) => sum + String(row).split("?").length - 1, 0);
}

/** Return the number of missing squares: unknown squares, and squares below the required number. */
export function countMissingSquares({ most }: Question, drawing: Json): number {
  const squareCount = Array.isArray(drawing) ? drawing.flatMap((row) => String(row).trim().split(/\s+/)).length : 0;
  return countUnknownSquares(drawing) + Math.max(0, (most ?? 0) - squareCount);
}

/** Return the answer to send; the answer to a form contains only required and changed fields. */
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

/** Return whether a form still has its default values. */
export function isUntouched(question: Question, value: Json): boolean {
  return question.kind === "form" && isForm(value) && countChangedFields(question, value) === 0;
}

/** Return the number of changed fields of a form. */
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

/** Return whether a field applies to the current values of its form. */
export function isRelevant({ look }: Question, form: Json): boolean {
  const depends = look?.depends;
  return !depends || !isForm(form) || depends.values.includes(form[depends.field] ?? null);
}
