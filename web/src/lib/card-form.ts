/** A printed card that is filled place by place: which place is next, and what a tap makes of it. */
import { isForm, same } from "./answers";
import type { Json, Picture, Question } from "./engine";
import { look, spotsIn } from "../views/view";

export type Filled = { readonly [place: string]: Json };

export const read = (value: Json): Filled => (isForm(value) ? value : {});

/** The next place that nobody has filled, from this one on and round again; where there is none, the next in order. */
export function following(places: readonly Question[], filled: Filled, now: string): string {
  const at = places.findIndex((one) => one.key === now);
  const later = places.slice(at + 1);
  const open = (one: Question) => !(one.key in filled);
  return (later.find(open) ?? places.find((one) => open(one) && one.key !== now) ?? later[0] ?? places[at])?.key ?? "";
}

/** What a place holds after a tap: of one that takes a single phrase, another instead; else one more. */
export function tapped(place: Question, filled: Filled, phrase: string): Filled {
  const told = Array.isArray(filled[place.key]) ? (filled[place.key] as string[]) : [];
  return { ...filled, [place.key]: place.most === 1 ? [phrase] : [...told, phrase] };
}

/** Whether nothing more is expected at a place after this phrase. */
export const ends = (place: Question, phrase: string): boolean => place.most === 1 || look(place).ends.includes(phrase);

/** Places that take the same, and are told: what stands there may stand here, too. */
export function alike(places: readonly Question[], filled: Filled, now: Question): Question[] {
  const mine = JSON.stringify(now.options);
  const others = places.filter(
    (one) => one.key !== now.key && Array.isArray(filled[one.key]) && (filled[one.key] as Json[]).length > 0,
  );
  const found = others.filter((one) => JSON.stringify(one.options) === mine && one.most !== 1);
  return found.filter((one, n) => found.findIndex((two) => same(filled[two.key]!, filled[one.key]!)) === n).slice(-3);
}

/** The spots of a picture where a place is drawn. */
export function spotsOf(picture: Picture | null, place: Question | undefined): string[] {
  const { spot } = place ? look(place) : { spot: "" };
  if (!spot || !picture) return [];
  return spotsIn(picture)
    .map(({ id }) => id)
    .filter((id) => id === spot || id.startsWith(`${spot}.`));
}

/** The place that is drawn at a spot. */
export const placeAt = (places: readonly Question[], spot: string): Question | undefined =>
  places.find((one) => look(one).spot && (spot === look(one).spot || spot.startsWith(`${look(one).spot}.`)));

const FIGURE = /\d+/;
/** The figure in a phrase; null if it has none. */
export const figureIn = (phrase: string): number | null =>
  FIGURE.test(phrase) ? Number(FIGURE.exec(phrase)![0]) : null;
export const withFigure = (phrase: string, n: number): string => phrase.replace(FIGURE, String(n));
