/** Phrases that are built from parts. */
import type { Id, PhrasePart } from "./engine";

/** Return the phrase; tight parts follow without a space. */
export function buildPhrase(parts: readonly PhrasePart[], chosen: readonly (readonly Id[])[]): string {
  return parts.reduce((phrase, part, n) => {
    const words = chosen[n]!.join(" ");
    return phrase && words && !part.tight ? `${phrase} ${words}` : phrase + words;
  }, "");
}

/** Return a phrase with the labels of its words. */
export function formatPhrase(parts: readonly PhrasePart[], phrase: string): string {
  const findLabel = (word: string) =>
    parts.flatMap((part) => part.options).find(({ id }) => id === word)?.label ?? word;
  return phrase.split(" ").map(findLabel).join(" ");
}

/** Return whether enough options of every part are chosen. */
export function isPhraseComplete(parts: readonly PhrasePart[], chosen: readonly (readonly Id[])[]): boolean {
  return parts.every((part, n) => chosen[n]!.length >= part.least) && chosen.some((ids) => ids.length > 0);
}

/** Add or remove an option. In a part with a limit of one, the new option replaces the old one. */
export function toggleChoice(chosen: readonly Id[], id: Id, limit: number): Id[] {
  if (chosen.includes(id)) return chosen.filter((optionId) => optionId !== id);
  if (limit === 1) return [id];
  return chosen.length < limit ? [...chosen, id] : [...chosen];
}
