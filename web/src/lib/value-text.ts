/** Short texts of values, for lists. */
import { isForm } from "./answers";
import type { Json, Question } from "./engine";
import { t } from "./texts";

/** The number of items that are named. */
const MAX_NAMED = 3;

export function formatValue(field: Question, value: Json): string {
  const formatItem = (item: Json) => field.options.find((option) => option.id === item)?.label ?? formatPlain(item);
  switch (field.kind) {
    case "drawing":
    case "chart":
    case "checklist":
      return "";
    case "pairs":
      return isForm(value)
        ? joinItems(Object.entries(value).map(([name, item]) => `${name}: ${formatItem(item)}`))
        : t().none;
    case "form":
      return isForm(value) ? formatForm(field, value) : "";
    default:
      return Array.isArray(value) ? joinItems(value.map(formatItem)) : formatItem(value);
  }
}

function formatForm({ fields }: Question, value: { [name: string]: Json }): string {
  const filledIn = fields.filter(({ key }) => key in value && value[key] !== null);
  return joinItems(filledIn.map((field) => `${field.text}: ${formatValue(field, value[field.key]!)}`));
}

function joinItems(items: readonly string[]): string {
  if (!items.length) return t().none;
  const rest = items.length - MAX_NAMED;
  return rest > 1 ? `${items.slice(0, MAX_NAMED).join(", ")} ${t().andMore(rest)}` : items.join(", ");
}

function formatPlain(value: Json): string {
  if (value === null || value === "") return t().none;
  if (Array.isArray(value)) return joinItems(value.map(formatPlain));
  if (isForm(value)) return joinItems(Object.entries(value).map(([name, item]) => `${name}: ${formatPlain(item)}`));
  return typeof value === "boolean" ? (value ? t().yes : t().no) : String(value);
}
