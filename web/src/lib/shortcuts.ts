/** Keyboard shortcuts. A page registers its commands while it is shown; letters mean physical keys. */
import { setOverlay, route } from "./route.svelte";
import { settings } from "./settings.svelte";

export type Commands = Partial<Record<string, () => void>>;

const registered: Commands[] = [];

/** Register commands while a component exists: ``$effect(() => registerCommands({...}))``. */
export function registerCommands(commands: Commands): () => void {
  registered.push(commands);
  return () => registered.splice(registered.indexOf(commands), 1);
}

const COMMON_COMMANDS: Commands = {
  "?": () => setOverlay("keys"),
  KeyL: () => (settings.lang = settings.lang === "ru" ? "en" : "ru"),
  KeyD: () => (settings.theme = isDark() ? "light" : "dark"),
};

export function isDark(): boolean {
  return settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
}

/** Return whether the focused element handles a key itself. */
function isHandledByFocus(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  if (target.matches("input")) {
    const isTextInput = !["checkbox", "radio", "range"].includes((target as HTMLInputElement).type);
    return isTextInput ? key !== "Enter" : key === " " || key.startsWith("Arrow");
  }
  return target.matches("button, a, summary") && (key === "Enter" || key === " ");
}

export function handleShortcut(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (isHandledByFocus(event.target, event.key)) return;
  if (!settings.keys && event.key !== "Enter") return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  const name = event.key === "?" || event.key === "Enter" ? event.key : event.code;
  const command = [...registered].reverse().find((commands) => commands[name])?.[name] ?? COMMON_COMMANDS[name];
  if (!command || (event.key === "?" && route.now.overlay === "keys")) return;
  event.preventDefault();
  command();
}
