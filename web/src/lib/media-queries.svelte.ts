/** How much room there is. Where there is much, all of a turn is listed beside the board, and why is answered unasked. */
import { MediaQuery } from "svelte/reactivity";
import type { Turn } from "./turn.svelte";

export const wideScreen = new MediaQuery("min-width: 62rem");
/** Whether all of a map can be read at once, as on a tablet. */
export const largeScreen = new MediaQuery("(min-width: 44rem) and (min-height: 36rem)");
/** Whether the beat stands beside the board, as on a phone on its side: as Stage.svelte lays them out. */
export const sideBySide = new MediaQuery("(min-width: 44rem) and (min-aspect-ratio: 1/1)");

/** Whether the reasons are open: as the person wants it, else where there is room, and no question that needs it. */
export const showsReasons = (turn: Turn): boolean => turn.areReasonsOpen ?? (wideScreen.current && !turn.isAtQuestion);
