/** The texts of the page without a server, in the language of the page. */
import { settings } from "../lib/settings.svelte";
import en, { type OfflineTexts } from "./locales/en";

const files = import.meta.glob<Partial<OfflineTexts>>("./locales/*.ts", { eager: true, import: "default" });

export function getTexts(): OfflineTexts {
  return { ...en, ...files[`./locales/${settings.lang}.ts`] };
}
