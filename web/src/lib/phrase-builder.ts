/** A phrase out of parts: what is chosen of each, and the words that come of it. */
import type { Id, Part } from "./engine";

/** The phrase; parts that are tight stand right behind the one before. */
export function buildPhrase(parts: readonly Part[], chosen: readonly (readonly Id[])[]): string {
  return parts.reduce((phrase, part, n) => {
    const words = chosen[n]!.join(" ");
    return phrase && words && !part.tight ? `${phrase} ${words}` : phrase + words;
  }, "");
}

/** A phrase as one reads it: words that can be chosen, by what they are called. */
export function formatPhrase(parts: readonly Part[], phrase: string): string {
  const findLabel = (word: string) =>
    parts.flatMap((part) => part.options).find(({ id }) => id === word)?.label ?? word;
  return phrase.split(" ").map(findLabel).join(" ");
}

/** Whether enough is chosen of every part, and something at all. */
export function isPhraseComplete(parts: readonly Part[], chosen: readonly (readonly Id[])[]): boolean {
  return parts.every((part, n) => chosen[n]!.length >= part.least) && chosen.some((ids) => ids.length > 0);
}

/** One more chosen, or one less; of a part that takes only one, another instead. */
export function toggleChoice(chosen: readonly Id[], id: Id, limit: number): Id[] {
  if (chosen.includes(id)) return chosen.filter((optionId) => optionId !== id);
  if (limit === 1) return [id];
  return chosen.length < limit ? [...chosen, id] : [...chosen];
}
