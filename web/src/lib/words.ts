/** The page's own words. What the opponent says comes from the engine, in the same language. */
import en, { type Words } from "../words/en";
import { WORDS } from "./languages";
import { settings } from "./settings.svelte";

export type { Words };

/** The words in the language of the page. */
export function t(): Words {
  return WORDS.get(settings.lang) ?? en;
}

/** A text in which no line ends between a number and what belongs to it: B-3, No. 3, 187 $. */
export function unbroken(text: string): string {
  return text
    .replace(/(\p{L})-(\d)/gu, "$1\u2011$2")
    .replace(/№ (\d)/g, "№\u00a0$1")
    .replace(/(\d) ([$%])/g, "$1\u00a0$2");
}

/** The letters of the longest word among the labels of options; one with a soft hyphen may be broken there. */
export function longestWord(options: readonly { label: string }[]): number {
  return Math.max(0, ...options.flatMap(({ label }) => label.split(/[\s\u00ad]/).map((word) => word.length)));
}

/** A sentence or a name with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
