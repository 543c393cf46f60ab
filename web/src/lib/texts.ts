/** The page's own words. What the opponent says comes from the engine, in the same language. */
import en, { type Texts } from "../locales/en";
import { TEXTS } from "./languages";
import { settings } from "./settings.svelte";

export type { Texts as Words };

/** The words in the language of the page. */
export function t(): Texts {
  return TEXTS.get(settings.lang) ?? en;
}

/** A number, a plot such as c3, a zone: the name of one of several things, behind the word for it. */
const NAME_GAP =
  /(?<=\p{L}) (?=[A-Za-z]\d+(?!\p{L})|(?:\d+|[A-HJ-Z])(?: ?(?:[^\p{L}\d\s+-]|$)| \p{Ll}{1,3}(?!\p{L})))/gu;
/** How many there are of something. */
const COUNT_GAP = /(?<![\p{L}\d\u00a0\u2011+-])(-?\d+) (?=\p{L})/gu;

/**
 * A text in which no line ends between a number and what belongs to it (B-3, No. 3, 187 $, district 5, 12 points), and
 * none begins with a dash.
 */
export function addNoBreaks(text: string): string {
  return text
    .replace(/(\p{L})-(\d)/gu, "$1\u2011$2")
    .replace(/(\d)-(\p{L})/gu, "$1\u2011$2")
    .replace(/ —/g, "\u00a0—")
    .replace(/№ (\d)/g, "№\u00a0$1")
    .replace(/(\d) ([$%])/g, "$1\u00a0$2")
    .replace(NAME_GAP, "\u00a0")
    .replace(COUNT_GAP, "$1\u00a0");
}

/** The letters of the longest word among the labels of options; one with a soft hyphen may be broken there. */
export function measureLongestWord(options: readonly { label: string }[]): number {
  return Math.max(0, ...options.flatMap(({ label }) => label.split(/[\s\u00ad]/).map((word) => word.length)));
}

/** A sentence or a name with a capital at its beginning. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
