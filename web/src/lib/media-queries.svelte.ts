/** The available space. Wide screens list all acts next to the board and show decision tables without a tap. */
import { MediaQuery } from "svelte/reactivity";

export const wideScreen = new MediaQuery("min-width: 62rem");
/** Whether a whole map is readable, as on a tablet. */
export const largeScreen = new MediaQuery("(min-width: 44rem) and (min-height: 36rem)");
/** Whether the act is next to the board, as in PlayLayout.svelte. */
export const sideBySide = new MediaQuery("(min-width: 44rem) and (min-aspect-ratio: 1/1)");
