/** The available space. Wide screens list all steps next to the board and show reasons unasked. */
import { MediaQuery } from "svelte/reactivity";
import type { Turn } from "./turn.svelte";

export const wideScreen = new MediaQuery("min-width: 62rem");
/** Whether a whole map is readable, as on a tablet. */
export const largeScreen = new MediaQuery("(min-width: 44rem) and (min-height: 36rem)");
/** Whether the step is next to the board, as in PlayLayout.svelte. */
export const sideBySide = new MediaQuery("(min-width: 44rem) and (min-aspect-ratio: 1/1)");

/** Return whether reasons are shown: as the player chose, else on wide screens before the question. */
export const showsReasons = (turn: Turn): boolean => turn.areReasonsOpen ?? (wideScreen.current && !turn.isAtQuestion);
