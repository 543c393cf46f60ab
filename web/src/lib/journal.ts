import type { State } from "./engine";
import { engine } from "./engine-in-use";

/** Hand the journal of a game to the person as a file. */
export async function saveJournal(state: State): Promise<void> {
  const text = await engine.journal(state.id);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${state.id}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
