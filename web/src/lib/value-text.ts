/** A value of any shape in a few words, for a list. */
import { isForm } from "./answers";
import type { Json, Question } from "./engine";
import { t } from "./texts";

/** So many things of a list are named. */
const NAMED = 3;

export function valueWords(field: Question, value: Json): string {
  const named = (one: Json) => field.options.find((option) => option.id === one)?.label ?? plain(one);
  switch (field.kind) {
    case "drawing":
    case "chart":
    case "checklist":
      return "";
    case "pairs":
      return isForm(value) ? listed(Object.entries(value).map(([name, one]) => `${name}: ${named(one)}`)) : t().none;
    case "form":
      return isForm(value) ? formWords(field, value) : "";
    default:
      return Array.isArray(value) ? listed(value.map(named)) : named(value);
  }
}

function formWords({ fields }: Question, value: { [name: string]: Json }): string {
  const told = fields.filter(({ key }) => key in value && value[key] !== null);
  return listed(told.map((one) => `${one.text}: ${valueWords(one, value[one.key]!)}`));
}

function listed(words: readonly string[]): string {
  if (!words.length) return t().none;
  const rest = words.length - NAMED;
  return rest > 1 ? `${words.slice(0, NAMED).join(", ")} ${t().andMore(rest)}` : words.join(", ");
}

function plain(value: Json): string {
  if (value === null || value === "") return t().none;
  if (Array.isArray(value)) return listed(value.map(plain));
  if (isForm(value)) return listed(Object.entries(value).map(([name, one]) => `${name}: ${plain(one)}`));
  return typeof value === "boolean" ? (value ? t().yes : t().no) : String(value);
}
