import type { Json, Question, State } from "../lib/engine";

/** What every control of a question gets; ``value`` is bindable. */
export interface ControlProps {
  game: string;
  state: State;
  question: Question;
  label: string;
  value: Json;
}
