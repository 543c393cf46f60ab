/** What a person has put into the controls of a question, and whether it can be sent. */
import type { Json, Question } from "./engine";

/** The value of a sum such as 12+3-1; null if it is none. A long minus is as good as a short one. */
export function summed(text: string): number | null {
  const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, "");
  if (!/^[+-]?\d+([+-]\d+)*$/.test(plain)) return null;
  return (plain.match(/[+-]?\d+/g) ?? []).reduce((total, part) => total + Number(part), 0);
}

/** A sum with one more amount, which takes the place of nothing; without one, its last amount is taken back. */
export function counted(text: string, amount: number | null): Json {
  const parts =
    text
      .replace(/[−–]/g, "-")
      .replace(/\s+/g, " ")
      .match(/[+-]? ?\d+/g) ?? [];
  const so = summed(parts.join("")) === 0 && parts.length < 2 ? [] : parts;
  const now = amount === null ? so.slice(0, -1) : [...so, so.length ? `+${amount}` : `${amount}`];
  return now.length > 1 ? now.join("") : now.length ? Number(now[0]) : null;
}

/** What stands in the controls before anybody touches them: what was answered before, or what the question presets. */
export function beginning(question: Question, before: Json = null): Json {
  if (before === null) return preset(question);
  if (question.kind !== "form" || !isForm(before)) return before;
  return Object.fromEntries(question.fields.map((field) => [field.key, beginning(field, before[field.key] ?? null)]));
}

function preset(question: Question): Json {
  switch (question.kind) {
    case "checklist":
      return true;
    case "form":
      return Object.fromEntries(question.fields.map((field) => [field.key, preset(field)]));
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
export function missing(question: Question, value: Json): string[] {
  switch (question.kind) {
    case "form":
      if (!isForm(value)) return [];
      if (told(question, value) < (question.least ?? 0)) return [question.text];
      return question.fields.flatMap((field) => {
        const given = value[field.key] ?? null;
        return field.required || !isEmpty(given) ? missing(field, given) : [];
      });
    case "number":
      return typeof value === "number" || (typeof value === "string" && summed(value) !== null) ? [] : [question.text];
    case "pairs":
      return [];
    case "several":
    case "phrases":
      return Array.isArray(value) && value.length >= (question.least ?? 0) ? [] : [question.text];
    case "order":
      return Array.isArray(value) && value.length === (question.most ?? question.options.length) ? [] : [question.text];
    case "drawing":
      return undrawn(question, value) ? [question.text] : [];
    case "words":
      return typeof value === "string" && value.trim() ? [] : [question.text];
    default:
      return value === null ? [question.text] : [];
  }
}

/** How many squares of a drawing nobody has told: no fact is made of what was never looked at. */
export function untoldIn(drawing: Json): number {
  if (!Array.isArray(drawing) || !drawing.length) return 1;
  return drawing.reduce((sum: number, row) => sum + String(row).split("?").length - 1, 0);
}

/** How many squares are missing in a drawing: nobody has told them, or there are fewer than there must be. */
export function undrawn({ most }: Question, drawing: Json): number {
  const there = Array.isArray(drawing) ? drawing.flatMap((row) => String(row).trim().split(/\s+/)).length : 0;
  return untoldIn(drawing) + Math.max(0, (most ?? 0) - there);
}

/** The answer as the engine takes it: of a form only what differs from what was shown. */
export function answer(question: Question, value: Json): Json {
  if (question.kind === "number" && typeof value === "string") return cleaned(value);
  if (question.kind !== "form" || !isForm(value)) return value;
  const told = question.fields
    .map((field) => [field.key, answer(field, value[field.key] ?? null), field] as const)
    .filter(([, given, field]) => field.required || !(isEmpty(given) || same(given, field.default)));
  return Object.fromEntries(told.map(([key, given]) => [key, given]));
}

/** True while a form says nothing but what it showed. */
export function untouched(question: Question, value: Json): boolean {
  return question.kind === "form" && isForm(value) && told(question, value) === 0;
}

/** How many facts of a form say something else than it showed. */
function told(form: Question, value: Json): number {
  return Object.keys(answer(form, value) as object).length;
}

export function isForm(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cleaned(text: string): Json {
  const plain = text.replace(/[−–]/g, "-").trim();
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : plain;
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) || same(value, {});
}

export function same(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a field has anything to tell as things stand in its form. */
export function matters({ look }: Question, form: Json): boolean {
  const depends = look?.depends;
  return !depends || !isForm(form) || depends.values.includes(form[depends.field] ?? null);
}
