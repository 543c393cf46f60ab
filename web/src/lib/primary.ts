/** What the main button says. */
import { untoldIn, untouched } from "./answers";
import type { Json, Question } from "./engine";
import { t } from "./words";

/** A choice of one is made by the tap that chooses: undo is the net. */
export function answersAtOnce(question: Question): boolean {
  const [field, ...others] = question.fields;
  if (question.kind === "form") return field?.kind === "choice" && field.required && !others.length;
  return question.kind === "choice" || question.kind === "die";
}

/** Whether the controls of a question need most of a screen. */
export function isLong(question: Question | null): boolean {
  const high = (one: Question) => !["choice", "number", "die"].includes(one.kind) || one.options.length > 6;
  if (question === null || question.look?.on.length) return false;
  const { fields, kind } = question;
  return kind === "form" ? fields.length > 2 || fields.some(high) : high(question);
}

export function primaryWords(question: Question, value: Json, lacking: readonly string[]): string {
  const w = t();
  if (question.kind === "checklist") return w.allDone;
  if (question.kind === "choice") {
    const chosen = question.options.find((one) => one.id === value);
    return chosen ? shortened(w.take(chosen.label), w.send) : w.chooseFirst;
  }
  if (question.kind === "drawing" && lacking.length)
    return value === null ? w.drawFirst : w.stillMissing(untoldIn(value));
  if (question.kind === "die") return typeof value === "number" ? w.itShows(value) : w.rollFirst;
  if (lacking.length && question.kind === "form")
    return shortened(w.fillFirst(lacking[0]!), w.stillMissing(lacking.length));
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
