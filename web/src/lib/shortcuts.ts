/** Keyboard shortcuts. A page offers its commands while it is there; letters mean the key, whatever the layout. */
import { lay, route } from "./route.svelte";
import { settings } from "./settings.svelte";

export type Commands = Partial<Record<string, () => void>>;

const offered: Commands[] = [];

/** Offer commands while a component is there: use as ``$effect(() => offer({...}))``. */
export function offer(commands: Commands): () => void {
  offered.push(commands);
  return () => offered.splice(offered.indexOf(commands), 1);
}

const COMMON: Commands = {
  "?": () => lay("keys"),
  KeyL: () => (settings.lang = settings.lang === "ru" ? "en" : "ru"),
  KeyD: () => (settings.theme = isDark() ? "light" : "dark"),
};

export function isDark(): boolean {
  return settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
}

/** Whether a key belongs to what has the focus. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  if (target.matches("input")) {
    const typed = !["checkbox", "radio", "range"].includes((target as HTMLInputElement).type);
    return typed ? key !== "Enter" : key === " " || key.startsWith("Arrow");
  }
  return target.matches("button, a, summary") && (key === "Enter" || key === " ");
}

export function shortcuts(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (isTaken(event.target, event.key)) return;
  if (!settings.keys && event.key !== "Enter") return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  const name = event.key === "?" || event.key === "Enter" ? event.key : event.code;
  const found = [...offered].reverse().find((one) => one[name])?.[name] ?? COMMON[name];
  if (!found || (event.key === "?" && route.now.over === "keys")) return;
  event.preventDefault();
  found();
}
