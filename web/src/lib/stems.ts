/** Search of texts by word stems, in English and Russian. */

/** The endings to drop, longest first. */
const ENDINGS = {
  en: ["ingly", "edly", "ings", "ing", "ies", "ied", "es", "ed", "ly", "s", "e", "y"],
  ru: [
    ...["иями", "ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "ует", "уют", "ает", "ают", "ишь", "ешь"],
    ...["ать", "ить", "еть", "ует", "иях", "ией", "ах", "ях", "ов", "ев", "ей", "ой", "ый", "ий", "ая", "яя", "ое"],
    ...["ее", "ые", "ие", "ую", "юю", "ом", "ем", "ам", "ям", "ии", "ию", "ия", "ет", "ит", "ут", "ют", "ат", "ят"],
    ...["а", "я", "о", "е", "ы", "и", "у", "ю", "ь", "й"],
  ],
};
/** The smallest number of letters in a stem. */
const SHORTEST_STEM = 3;
/** In other forms of such a word a vowel precedes the last letter: вышка, вышек. */
const FLEETING_END = /([бвгджзклмнпрстфхцчшщ])к$/;
const WORD = /[\p{L}\d-]+/gu;

const normalize = (text: string) => text.toLowerCase().replaceAll("ё", "е");

/** Return the stem of a word: the word without its ending, if enough letters remain. */
export function findStem(word: string): string {
  const endings = /[а-я]/.test(word) ? ENDINGS.ru : ENDINGS.en;
  const ending = endings.find((ending) => word.endsWith(ending) && word.length - ending.length >= SHORTEST_STEM);
  const stem = ending ? word.slice(0, -ending.length) : word;
  return stem.length > SHORTEST_STEM + 2 ? stem.replace(FLEETING_END, "$1") : stem;
}

/** Return whether every word of the query, without its ending, begins a word of the text. */
export function matchesStems(text: string, query: string): boolean {
  const words = normalize(text).match(WORD) ?? [];
  return (normalize(query).match(WORD) ?? []).every((wanted) => {
    const stem = findStem(wanted);
    return words.some((word) => word.startsWith(stem));
  });
}
