/** What the controls of an editor know beside their question: the part as it would be, and a photo to draw over. */
import { getContext, setContext } from "svelte";
import type { PartDraft } from "./engine";
import type { Photo } from "./photo";

export interface Editing {
  draft: PartDraft | null;
  photo: Photo | null;
}

const KEY = Symbol("editing");

export const edits = (editing: Editing): Editing => setContext(KEY, editing);
/** Null where a question of a game is answered. */
export const editing = (): Editing | null => getContext<Editing | undefined>(KEY) ?? null;
