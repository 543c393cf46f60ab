/** The label of the main button. */
import { isForm, isSameValue, parseSum, countMissingSquares, isUntouched } from "./answers";
import type { Group, Json, Question } from "./engine";
import { YOUR_TURN } from "./turn-acts";
import type { Turn } from "./turn.svelte";
import { getPresentation } from "../views/view";
import { t } from "./texts";

/** Return whether a tap on an option submits the answer; the player can undo a mistake. */
export function isAnsweredByTap(question: Question): boolean {
  return question.kind === "form"
    ? findTappedField(question) !== null
    : question.kind === "choice" || question.kind === "die";
}

/** Return whether the last phrase submits the answer, because the number of phrases is fixed or at most one. */
export function isAnsweredByLastTap({ kind, who, least, most }: Question): boolean {
  return kind === "phrases" && who !== "" && most !== null && (most === least || most === 1);
}

/** Return the field whose tap submits a form: the only field, or the one on the board if all others are preset. */
export function findTappedField({ fields }: Question): Question | null {
  const [field, ...more] = fields.filter((field) => field.kind === "choice" && field.required);
  if (!field || more.length) return null;
  const others = fields.filter((question) => question !== field);
  return !others.length || (getPresentation(field).on.length > 0 && others.every(isPreset)) ? field : null;
}

/** Return whether a field is preset: numbers with a total, and collapsed fields. */
function isPreset(field: Question): boolean {
  const { group } = getPresentation(field);
  return !!group && (group.folded || (field.kind === "number" && group.total !== null));
}

/** Return whether a change of the value completes the answer. */
export function isCompletingChange(question: Question, before: Json, after: Json): boolean {
  if (question.kind !== "form") return isAnsweredByTap(question);
  const field = findTappedField(question);
  if (!field || !isForm(before) || !isForm(after) || before[field.key] === after[field.key]) return false;
  return sumGroups(question.fields, after).every(({ group, sum }) => sum === group.total);
}

/** Return the button's hint about taps: the preset numbers, or the difference from their total. */
export function formatTapHint(question: Question, value: Json, isOnBoard: boolean): string {
  if (isAnsweredByLastTap(question)) return t().chosenCount(Array.isArray(value) ? value.length : 0, question.most);
  const { fields } = question;
  const counts = sumGroups(fields, value);
  const mismatch = counts.find(({ group, sum }) => sum !== group.total);
  if (mismatch) return `${mismatch.group.words}: ${t().countOf(mismatch.sum, mismatch.group.total!)}`;
  const hint = isOnBoard ? t().tapHighlighted : t().chooseFirst;
  return counts.length ? `${hint}: ${counts.map(({ amounts: amounts }) => amounts.join(", ")).join("; ")}` : hint;
}

/** Return preset numbers as one line. */
export function formatProposal(fields: readonly Question[], value: Json): string {
  return sumGroups(fields, value)
    .map(({ group, amounts: amounts }) => `${group.words}: ${amounts.join(", ")}`)
    .join("; ");
}

interface Total {
  readonly group: Group;
  sum: number;
  readonly amounts: string[];
}

/** Return the groups of numbers with a total, and their current sums. */
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

/** Return whether a number has no limits and may be a sum. */
const isOpenEnded = ({ kind, least, most }: Question) => kind === "number" && (least === null || most === null);

/** Return whether the controls of a question need most of a screen. */
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

/** Return whether a choice is an optional "yes". */
export function isYesOrNo({ kind, options, required, default: preset }: Question): boolean {
  const [first, second, third] = options;
  return kind === "choice" && !required && !third && first?.id === "no" && second?.id === "yes" && preset === "no";
}

/**
 * Return the label for an act: "Done" if there is something to move. On the last act of a turn the label names the next
 * step.
 */
export function formatDoneLabel(turn: Turn): string {
  const leadsToPlayer = turn.stepIndex === turn.lastIndex - 1 && turn.question?.key === YOUR_TURN;
  if (!turn.act?.entries.some((entry) => entry.kind === "do" && !turn.isDone(entry))) return t().next;
  return leadsToPlayer ? t().doneYourTurn : t().done;
}

/** Return the label at the end of the player's turn: the opponent's turn, or another chosen action. */
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
  if (isUnchangedList(question, value)) return question.who === "player" ? texts.confirmAsShown : texts.unchanged;
  if (isUntouched(question, value)) return startsEmpty(question) ? texts.nothingToReport : texts.confirmAsShown;
  return texts.continueButton;
}

/** Return whether a list is unchanged since the last entry. */
function isUnchangedList({ kind, default: shown }: Question, value: Json): boolean {
  return ["several", "phrases"].includes(kind) && Array.isArray(shown) && shown.length > 0 && isSameValue(value, shown);
}

/** Return whether a form has no defaults, so that an empty one has nothing to report. */
function startsEmpty(question: Question): boolean {
  const isEmpty = (field: Question) =>
    field.default === null || (Array.isArray(field.default) && !field.default.length);
  return question.fields.some(isEmpty) && question.fields.every((field) => isEmpty(field) || field.kind === "choice");
}

function chooseFitting(text: string, otherwise: string): string {
  return text.length <= 40 ? text : otherwise;
}
