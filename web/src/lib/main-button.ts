/** What the main button says. */
import { isForm, same, summed, undrawn, untouched } from "./answers";
import type { Group, Json, Question } from "./engine";
import { look } from "../views/view";
import { t } from "./texts";

/** A choice of one is made by the tap that chooses: undo is the net. */
export function answersAtOnce(question: Question): boolean {
  return question.kind === "form" ? tapped(question) !== null : question.kind === "choice" || question.kind === "die";
}

/** Where so many are wanted and no more, the last one says that these are they; so does the only one there can be. */
export function lastAnswers({ kind, who, least, most }: Question): boolean {
  return kind === "phrases" && who !== "" && most !== null && (most === least || most === 1);
}

/** The field of a form whose tap answers: its only one, or what is tapped on the board where all else is preset. */
export function tapped({ fields }: Question): Question | null {
  const [field, ...more] = fields.filter((one) => one.kind === "choice" && one.required);
  if (!field || more.length) return null;
  const others = fields.filter((one) => one !== field);
  return !others.length || (look(field).on.length > 0 && others.every(isPreset)) ? field : null;
}

/** Numbers that add up to what is wanted are a proposal; what is folded away is rarely told. */
function isPreset(field: Question): boolean {
  const { group } = look(field);
  return !!group && (group.folded || (field.kind === "number" && group.total !== null));
}

/** Whether a change of what stands in the controls is the tap that answers. */
export function isMade(question: Question, before: Json, now: Json): boolean {
  if (question.kind !== "form") return answersAtOnce(question);
  const field = tapped(question);
  if (!field || !isForm(before) || !isForm(now) || before[field.key] === now[field.key]) return false;
  return totals(question.fields, now).every(({ group, sum }) => sum === group.total);
}

/** What is to be tapped, and what goes along with it: numbers that are preset, or how far they are from adding up. */
export function tapWords(question: Question, value: Json, isOnBoard: boolean): string {
  if (lastAnswers(question)) return t().chosen(Array.isArray(value) ? value.length : 0, question.most);
  const { fields } = question;
  const counts = totals(fields, value);
  const short = counts.find(({ group, sum }) => sum !== group.total);
  if (short) return `${short.group.words}: ${t().ofAll(short.sum, short.group.total!)}`;
  const words = isOnBoard ? t().tapLit : t().chooseFirst;
  return counts.length ? `${words}: ${counts.map(({ told }) => told.join(", ")).join("; ")}` : words;
}

/** Numbers that are proposed, as a line. */
export function proposed(fields: readonly Question[], value: Json): string {
  return totals(fields, value)
    .map(({ group, told }) => `${group.words}: ${told.join(", ")}`)
    .join("; ");
}

interface Total {
  readonly group: Group;
  sum: number;
  readonly told: string[];
}

/** The groups of numbers that should make so many, and what stands in them. */
function totals(fields: readonly Question[], value: Json): Total[] {
  const found: Total[] = [];
  for (const field of fields) {
    const { group } = look(field);
    if (!group || group.total === null || !isForm(value)) continue;
    let one = found.find((other) => other.group.words === group.words);
    if (!one) found.push((one = { group, sum: 0, told: [] }));
    const n = summed(String(value[field.key] ?? 0)) ?? 0;
    one.sum += n;
    if (n) one.told.push(`${field.text} ${n}`);
  }
  return found;
}

/** A number that may be a sum: it is written, and its words stand above it. */
const isOpen = ({ kind, least, most }: Question) => kind === "number" && (least === null || most === null);

/** Whether the controls of a question need most of a screen. */
export function isLong(question: Question | null): boolean {
  const high = (one: Question) =>
    !["choice", "number", "die"].includes(one.kind) || one.options.length > 6 || look(one).summed || isOpen(one);
  if (question === null || question.look?.on.length) return false;
  const { fields, kind } = question;
  return kind === "form" ? fields.length > 2 || fields.some(high) : high(question);
}

/** A choice between no and yes: it says something along with the rest. */
export function isYesOrNo({ kind, options, required, default: usual }: Question): boolean {
  const [first, second, third] = options;
  return kind === "choice" && !required && !third && first?.id === "no" && second?.id === "yes" && usual === "no";
}

/** What comes behind one's own turn: the opponent's or, where something else was chosen, that. */
export function turnWords({ fields }: Question, value: Json, opponent: string): string {
  const other = fields.filter(
    (one) => one.kind === "choice" && !isYesOrNo(one) && isForm(value) && value[one.key] !== one.default,
  );
  const chosen = other.flatMap((one) => one.options.filter(({ id }) => isForm(value) && id === value[one.key]));
  return chosen.length ? t().turnOverWith(chosen.map(({ label }) => label).join(", ")) : t().turnOver(opponent);
}

export function primaryWords(question: Question, value: Json, lacking: readonly string[]): string {
  const w = t();
  if (question.kind === "checklist") return w.allDone;
  if (question.kind === "choice") {
    const chosen = question.options.find((one) => one.id === value);
    return chosen ? shortened(w.take(chosen.label), w.send) : w.chooseFirst;
  }
  if (question.kind === "drawing" && lacking.length)
    return value === null ? w.drawFirst : w.stillMissing(undrawn(question, value));
  if (question.kind === "die") return typeof value === "number" ? w.itShows(value) : w.rollFirst;
  if (lacking.length && question.kind === "form")
    return shortened(w.fillFirst(lacking[0]!), w.stillMissing(lacking.length));
  if (["several", "phrases"].includes(question.kind) && !lacking.length && same(value, [])) return w.noneOfThem;
  if (untouched(question, value)) return saysNothing(question) ? w.nothing : w.asShown;
  return w.send;
}

/** True for a form that shows nothing of its own: then an empty one has nothing to tell. */
function saysNothing(question: Question): boolean {
  const empty = (field: Question) => field.default === null || (Array.isArray(field.default) && !field.default.length);
  return question.fields.some(empty) && question.fields.every((field) => empty(field) || field.kind === "choice");
}

function shortened(text: string, otherwise: string): string {
  return text.length <= 40 ? text : otherwise;
}
