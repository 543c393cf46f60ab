/** The context of an editor of the box: the draft of the part, and a photo to draw over. */
import { getContext, setContext } from "svelte";
import type { PartDraft } from "./engine";
import type { Photo } from "./photo";

export interface EditorContext {
  draft: PartDraft | null;
  photo: Photo | null;
}

const CONTEXT_KEY = Symbol("editing");

export const provideEditorContext = (context: EditorContext): EditorContext => setContext(CONTEXT_KEY, context);
/** Return the context, or null in a question of a game. */
export const getEditorContext = (): EditorContext | null => getContext<EditorContext | undefined>(CONTEXT_KEY) ?? null;
