/** The languages of the page. Each language has a file of texts; missing texts are shown in English. */
import en, { type Texts } from "../locales/en";

/** Return the texts by language, from files named after their languages. */
export function loadLanguages(files: Record<string, Partial<Texts>>): Map<string, Texts> {
  return new Map(Object.entries(files).map(([file, texts]) => [/([\w-]+)\.ts$/.exec(file)![1]!, { ...en, ...texts }]));
}

export const TEXTS = loadLanguages(
  import.meta.glob<Partial<Texts>>("../locales/*.ts", { eager: true, import: "default" }),
);
export const LANGUAGES = [...TEXTS.keys()];

/** Return the name of a language in that language. */
export function getLanguageName(lang: string): string {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
