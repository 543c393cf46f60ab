/** Where an answer leads, looked up before it is given: a seed and the answers are the whole game. */
import type { Json, Picture, State } from "./engine";
import { engine } from "./engine-in-use";
import { asItWas } from "../views/view";
import { Turn } from "./turn.svelte";

/** A view with other spots, and what it says of itself now. */
function changed(view: Picture, { title, note, spots }: State["changes"][number]): Picture {
  const words = view.kind === "facts" ? { title } : { title, note };
  return { ...asItWas(view, { spots }), ...words } as Picture;
}

/** A step forward comes with the new entries and what changed of the views; the others are here already. */
export function joined(now: State, next: State): State {
  const views = next.laid.flatMap((id) => {
    const known = now.views.find((view) => view.id === id);
    const change = next.changes.find((one) => one.view === id);
    const here = next.views.find((view) => view.id === id) ?? (known && change ? changed(known, change) : known);
    return here ? [here] : [];
  });
  return { ...next, views, entries: [...now.entries.slice(0, next.length - next.entries.length), ...next.entries] };
}

export class Foresight {
  #from: State | null = null;
  #said = "";
  #leads: Turn | null = $state.raw(null);

  /** Whatever is wrong with an answer, it will be told when it is given. */
  async look(from: State, value: Json): Promise<void> {
    const said = JSON.stringify(value);
    if (this.#is(from, said)) return;
    this.#from = from;
    this.#said = said;
    this.#leads = null;
    const next = await engine
      .foresee(from.id, { at: from.at, since: from.entries.length, value }, from.lang)
      .catch(() => null);
    if (next && this.#is(from, said)) this.#leads = new Turn(joined(from, next), { before: from, answered: true });
  }

  /** Where the answer looked up last leads. */
  after(from: State): Turn | null {
    const leads = this.#leads;
    return from === this.#from ? leads : null;
  }

  /** Where an answer leads, if it has been looked up. */
  of(from: State, value: Json): Turn | null {
    return this.#is(from, JSON.stringify(value)) ? this.#leads : null;
  }

  #is(from: State, said: string): boolean {
    return from === this.#from && said === this.#said;
  }
}
