/** A phrase out of parts: what is chosen of each, and the words that come of it. */
import type { Id, Part } from "./engine";

/** The phrase; parts that are tight stand right behind the one before. */
export function composed(parts: readonly Part[], chosen: readonly (readonly Id[])[]): string {
  return parts.reduce((phrase, part, n) => {
    const words = chosen[n]!.join(" ");
    return phrase && words && !part.tight ? `${phrase} ${words}` : phrase + words;
  }, "");
}

/** A phrase as one reads it: words that can be chosen, by what they are called. */
export function worded(parts: readonly Part[], phrase: string): string {
  const called = (word: string) => parts.flatMap((one) => one.options).find(({ id }) => id === word)?.label ?? word;
  return phrase.split(" ").map(called).join(" ");
}

/** Whether enough is chosen of every part, and something at all. */
export function isComplete(parts: readonly Part[], chosen: readonly (readonly Id[])[]): boolean {
  return parts.every((part, n) => chosen[n]!.length >= part.least) && chosen.some((some) => some.length > 0);
}

/** One more chosen, or one less; of a part that takes only one, another instead. */
export function toggled(chosen: readonly Id[], id: Id, most: number): Id[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  if (most === 1) return [id];
  return chosen.length < most ? [...chosen, id] : [...chosen];
}
