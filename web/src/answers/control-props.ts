import type { Json, Question, State } from "../lib/engine";

/** The props of every control; ``value`` is bindable. */
export interface ControlProps {
  game: string;
  state: State;
  question: Question;
  label: string;
  value: Json;
}

/** The props of a control for several fields of a form; ``form`` has all fields' values. */
export interface GroupProps {
  game: string;
  state: State;
  label: string;
  fields: readonly Question[];
  form: { [name: string]: Json };
  onchange: (key: string, given: Json) => void;
}
