/** Texts for stored games. */
import type { Summary } from "./engine";
import { settings } from "./settings.svelte";
import { capitalize } from "./texts";

export function formatGameName(game: Summary): string {
  return game.name || capitalize(game.opponent?.name ?? game.id);
}

/** Format a time in the language of the page; empty if it is unknown. */
export function formatTime(seconds: number): string {
  if (!seconds) return "";
  const style = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Date(seconds * 1000).toLocaleString(settings.lang, style).replace(/\s(?=[AP]M$)/, "\u00a0");
}

export function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(settings.lang, {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
