/** The words of the page that needs no server, in the language of the page. */
import { settings } from "../lib/settings.svelte";
import en, { type OfflineWords } from "./words/en";

const files = import.meta.glob<Partial<OfflineWords>>("./words/*.ts", { eager: true, import: "default" });

export function o(): OfflineWords {
  return { ...en, ...files[`./words/${settings.lang}.ts`] };
}
