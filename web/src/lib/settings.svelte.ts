/** The settings of this page, stored in the browser. */
import type { Lang } from "./engine";
import { LANGUAGES } from "./languages";

export type Theme = "auto" | "light" | "dark";
export const TEXT_SIZES = [100, 115, 130, 150, 200] as const;

interface Settings {
  lang: Lang;
  theme: Theme;
  text: number;
  awake: boolean;
  aloud: boolean;
  keys: boolean;
  /** Whether rule ids are shown on every line rather than only with reasons. */
  ids: boolean;
  /** Whether a choice must be confirmed with the main button. */
  confirms: boolean;
  /** Whether real games are also compared with sample games. */
  par: boolean;
  pace: number;
}

const STORAGE_KEY = "rival.settings";

function loadSettings(): Settings {
  const browserLang = navigator.language.slice(0, 2).toLowerCase();
  const defaults: Settings = {
    lang: LANGUAGES.includes(browserLang) ? browserLang : "en",
    theme: "auto",
    text: 100,
    awake: true,
    aloud: false,
    keys: true,
    ids: false,
    confirms: false,
    par: false,
    pace: 2,
  };
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return defaults;
  }
}

export const settings: Settings = $state(loadSettings());

/** Apply and store every change; call once, from the root component. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.theme = settings.theme;
    root.style.fontSize = `${settings.text}%`;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
    } catch {
      // Without storage, the settings are lost when the page is closed.
    }
  });
}
