/** The languages of the page: each is a file of words beside the English one, which speaks where it has none. */
import en, { type Words } from "../locales/en";

/** Words by language, from files that are called after them. */
export function spoken(files: Record<string, Partial<Words>>): Map<string, Words> {
  return new Map(Object.entries(files).map(([file, words]) => [/([\w-]+)\.ts$/.exec(file)![1]!, { ...en, ...words }]));
}

export const WORDS = spoken(import.meta.glob<Partial<Words>>("../locales/*.ts", { eager: true, import: "default" }));
export const LANGUAGES = [...WORDS.keys()];

/** What a language calls itself. */
export function ownName(lang: string): string {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
