/** The page's own texts. The opponent's texts come from the engine in the same language. */
import en, { type Texts } from "../locales/en";
import { TEXTS } from "./languages";
import { settings } from "./settings.svelte";

export type { Texts as Words };

/** Return the texts in the language of the page. */
export function t(): Texts {
  return TEXTS.get(settings.lang) ?? en;
}

/** The space before a number, a square such as c3, or a zone. */
const NAME_GAP =
  /(?<=\p{L}) (?=[A-Za-z]\d+(?!\p{L})|(?:\d+|[A-HJ-Z])(?: ?(?:[^\p{L}\d\s+-]|$)| \p{Ll}{1,3}(?!\p{L})))/gu;
/** The space between a count and its noun. */
const COUNT_GAP = /(?<![\p{L}\d\u00a0\u2011+-])(-?\d+) (?=\p{L})/gu;

/**
 * Replace spaces and hyphens so that no line breaks between a number and its noun (B-3, No. 3, 187 $, district 5, 12
 * points) or before a dash.
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

/** Return the number of letters in the longest word of the labels. Soft hyphens separate words. */
export function measureLongestWord(options: readonly { label: string }[]): number {
  return Math.max(0, ...options.flatMap(({ label }) => label.split(/[\s\u00ad]/).map((word) => word.length)));
}

/** Return a text with a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const VOWEL = "[аеёиоуыэюя]";
const CONSONANT = "[бвгджзклмнпрстфхцчшщ]";
/** The places where a Russian word may break: after й, ь and ъ, between vowels, and within groups of consonants. */
const RUSSIAN_BREAKS = [
  "([йьъ])([а-яё][а-яё])",
  `(${VOWEL})(${VOWEL}[а-яё])`,
  `(${VOWEL}${CONSONANT})(${CONSONANT}${VOWEL})`,
  `(${CONSONANT}${VOWEL})(${CONSONANT}${VOWEL})`,
  `(${VOWEL}${CONSONANT})(${CONSONANT}{2}${VOWEL})`,
  `(${VOWEL}${CONSONANT}{2})(${CONSONANT}{2}${VOWEL})`,
].map((rule) => new RegExp(rule, "giu"));
const LONG_RUSSIAN_WORD = /[а-яё]{7,}/giu;

/** Insert soft hyphens into long Russian words for narrow labels, because few browsers can hyphenate Russian. */
export function hyphenate(text: string): string {
  return text.replace(LONG_RUSSIAN_WORD, (word) =>
    RUSSIAN_BREAKS.reduce((broken, rule) => broken.replace(rule, "$1\u00ad$2").replace(rule, "$1\u00ad$2"), word),
  );
}
