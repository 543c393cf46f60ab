/** The words of the page that needs no server, in the language of the page. */
import { settings } from "../lib/settings.svelte";
import en, { type OfflineWords } from "./locales/en";

const files = import.meta.glob<Partial<OfflineWords>>("./locales/*.ts", { eager: true, import: "default" });

export function o(): OfflineWords {
  return { ...en, ...files[`./locales/${settings.lang}.ts`] };
}
