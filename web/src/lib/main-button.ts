/** What the main button says. */
import { isForm, isSameValue, parseSum, countMissingSquares, isUntouched } from "./answers";
import type { Group, Json, Question } from "./engine";
import { getPresentation } from "../views/view";
import { t } from "./texts";

/** A choice of one is made by the tap that chooses: undo is the net. */
export function isAnsweredByTap(question: Question): boolean {
  return question.kind === "form"
    ? findTappedField(question) !== null
    : question.kind === "choice" || question.kind === "die";
}

/** Where so many are wanted and no more, the last one says that these are they; so does the only one there can be. */
export function isAnsweredByLastTap({ kind, who, least, most }: Question): boolean {
  return kind === "phrases" && who !== "" && most !== null && (most === least || most === 1);
}

/** The field of a form whose tap answers: its only one, or what is tapped on the board where all else is preset. */
export function findTappedField({ fields }: Question): Question | null {
  const [field, ...more] = fields.filter((field) => field.kind === "choice" && field.required);
  if (!field || more.length) return null;
  const others = fields.filter((question) => question !== field);
  return !others.length || (getPresentation(field).on.length > 0 && others.every(isPreset)) ? field : null;
}

/** Numbers that add up to what is wanted are a proposal; what is folded away is rarely told. */
function isPreset(field: Question): boolean {
  const { group } = getPresentation(field);
  return !!group && (group.folded || (field.kind === "number" && group.total !== null));
}

/** Whether a change of what stands in the controls is the tap that answers. */
export function completesAnswer(question: Question, before: Json, after: Json): boolean {
  if (question.kind !== "form") return isAnsweredByTap(question);
  const field = findTappedField(question);
  if (!field || !isForm(before) || !isForm(after) || before[field.key] === after[field.key]) return false;
  return sumGroups(question.fields, after).every(({ group, sum }) => sum === group.total);
}

/** What is to be tapped, and what goes along with it: numbers that are preset, or how far they are from adding up. */
export function formatTapHint(question: Question, value: Json, isOnBoard: boolean): string {
  if (isAnsweredByLastTap(question)) return t().chosenCount(Array.isArray(value) ? value.length : 0, question.most);
  const { fields } = question;
  const counts = sumGroups(fields, value);
  const mismatch = counts.find(({ group, sum }) => sum !== group.total);
  if (mismatch) return `${mismatch.group.words}: ${t().countOf(mismatch.sum, mismatch.group.total!)}`;
  const hint = isOnBoard ? t().tapHighlighted : t().chooseFirst;
  return counts.length ? `${hint}: ${counts.map(({ amounts: told }) => told.join(", ")).join("; ")}` : hint;
}

/** Numbers that are proposed, as a line. */
export function formatProposal(fields: readonly Question[], value: Json): string {
  return sumGroups(fields, value)
    .map(({ group, amounts: told }) => `${group.words}: ${told.join(", ")}`)
    .join("; ");
}

interface Total {
  readonly group: Group;
  sum: number;
  readonly amounts: string[];
}

/** The groups of numbers that should make so many, and what stands in them. */
function sumGroups(fields: readonly Question[], value: Json): Total[] {
  const totals: Total[] = [];
  for (const field of fields) {
    const { group } = getPresentation(field);
    if (!group || group.total === null || !isForm(value)) continue;
    let total = totals.find((other) => other.group.words === group.words);
    if (!total) totals.push((total = { group, sum: 0, amounts: [] }));
    const n = parseSum(String(value[field.key] ?? 0)) ?? 0;
    total.sum += n;
    if (n) total.amounts.push(`${field.text} ${n}`);
  }
  return totals;
}

/** A number that may be a sum: it is written, and its words stand above it. */
const isOpenEnded = ({ kind, least, most }: Question) => kind === "number" && (least === null || most === null);

/** Whether the controls of a question need most of a screen. */
export function isLongQuestion(question: Question | null): boolean {
  const isTall = (field: Question) =>
    !["choice", "number", "die"].includes(field.kind) ||
    field.options.length > 6 ||
    getPresentation(field).summed ||
    isOpenEnded(field);
  if (question === null || question.look?.on.length) return false;
  const { fields, kind } = question;
  return kind === "form" ? fields.length > 2 || fields.some(isTall) : isTall(question);
}

/** A choice between no and yes: it says something along with the rest. */
export function isYesOrNo({ kind, options, required, default: preset }: Question): boolean {
  const [first, second, third] = options;
  return kind === "choice" && !required && !third && first?.id === "no" && second?.id === "yes" && preset === "no";
}

/** What comes behind one's own turn: the opponent's or, where something else was chosen, that. */
export function formatTurnLabel({ fields }: Question, value: Json, opponent: string): string {
  const changedFields = fields.filter(
    (field) => field.kind === "choice" && !isYesOrNo(field) && isForm(value) && value[field.key] !== field.default,
  );
  const chosenOptions = changedFields.flatMap((field) =>
    field.options.filter(({ id }) => isForm(value) && id === value[field.key]),
  );
  return chosenOptions.length
    ? t().turnIsOverWith(chosenOptions.map(({ label }) => label).join(", "))
    : t().turnIsOver(opponent);
}

export function formatButtonLabel(question: Question, value: Json, missing: readonly string[]): string {
  const texts = t();
  if (question.kind === "checklist") return texts.allDone;
  if (question.kind === "choice") {
    const chosen = question.options.find((option) => option.id === value);
    return chosen ? chooseFitting(texts.chooseOption(chosen.label), texts.continueButton) : texts.chooseFirst;
  }
  if (question.kind === "drawing" && missing.length)
    return value === null ? texts.drawFirst : texts.missingCount(countMissingSquares(question, value));
  if (question.kind === "die") return typeof value === "number" ? texts.dieShows(value) : texts.rollFirst;
  if (missing.length && question.kind === "form")
    return chooseFitting(texts.firstMissing(missing[0]!), texts.missingCount(missing.length));
  if (["several", "phrases"].includes(question.kind) && !missing.length && isSameValue(value, []))
    return texts.thereAreNone;
  if (isUntouched(question, value)) return startsEmpty(question) ? texts.nothingToReport : texts.confirmAsShown;
  return texts.continueButton;
}

/** True for a form that shows nothing of its own: then an empty one has nothing to tell. */
function startsEmpty(question: Question): boolean {
  const isEmpty = (field: Question) =>
    field.default === null || (Array.isArray(field.default) && !field.default.length);
  return question.fields.some(isEmpty) && question.fields.every((field) => isEmpty(field) || field.kind === "choice");
}

function chooseFitting(text: string, otherwise: string): string {
  return text.length <= 40 ? text : otherwise;
}
