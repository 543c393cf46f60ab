import type { Json, Question, State } from "../lib/engine";

/** What every control of a question gets; ``value`` is bindable. */
export interface ControlProps {
  game: string;
  state: State;
  question: Question;
  label: string;
  value: Json;
}

/** What the fields of a form get that are told together; ``form`` is what stands in all of it. */
export interface GroupProps {
  game: string;
  state: State;
  label: string;
  fields: readonly Question[];
  form: { [name: string]: Json };
  onchange: (key: string, given: Json) => void;
}
