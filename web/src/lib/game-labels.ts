/** Kept games in words. */
import type { Summary } from "./engine";
import { settings } from "./settings.svelte";
import { capitalize } from "./texts";

export function formatGameName(game: Summary): string {
  return game.name || capitalize(game.opponent?.name ?? game.id);
}

/** A moment in the words of the language; nothing where none is known. */
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
