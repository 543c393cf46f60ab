/** What the controls of an editor know beside their question: the part as it would be, and a photo to draw over. */
import { getContext, setContext } from "svelte";
import type { PartDraft } from "./engine";
import type { Photo } from "./photo";

export interface EditorContext {
  draft: PartDraft | null;
  photo: Photo | null;
}

const CONTEXT_KEY = Symbol("editing");

export const provideEditorContext = (context: EditorContext): EditorContext => setContext(CONTEXT_KEY, context);
/** Null where a question of a game is answered. */
export const getEditorContext = (): EditorContext | null => getContext<EditorContext | undefined>(CONTEXT_KEY) ?? null;
