/** A printed card that is filled place by place: which place is next, and what a tap makes of it. */
import { isForm, isSameValue } from "./answers";
import type { Json, Picture, Question } from "./engine";
import { getPresentation, listSpots } from "../views/view";

export type FilledPlaces = { readonly [place: string]: Json };

export const readPlaces = (value: Json): FilledPlaces => (isForm(value) ? value : {});

/** The next place that nobody has filled, from this one on and round again; where there is none, the next in order. */
export function findNextPlace(places: readonly Question[], filled: FilledPlaces, currentKey: string): string {
  const index = places.findIndex((place) => place.key === currentKey);
  const later = places.slice(index + 1);
  const isOpen = (place: Question) => !(place.key in filled);
  return (
    (
      later.find(isOpen) ??
      places.find((place) => isOpen(place) && place.key !== currentKey) ??
      later[0] ??
      places[index]
    )?.key ?? ""
  );
}

/** What a place holds after a tap: of one that takes a single phrase, another instead; else one more. */
export function addPhrase(place: Question, filled: FilledPlaces, phrase: string): FilledPlaces {
  const phrases = Array.isArray(filled[place.key]) ? (filled[place.key] as string[]) : [];
  return { ...filled, [place.key]: place.most === 1 ? [phrase] : [...phrases, phrase] };
}

/** Whether nothing more is expected at a place after this phrase. */
export const completesPlace = (place: Question, phrase: string): boolean =>
  place.most === 1 || getPresentation(place).ends.includes(phrase);

/** Places that take the same, and are told: what stands there may stand here, too. */
export function findSimilarPlaces(places: readonly Question[], filled: FilledPlaces, place: Question): Question[] {
  const ownOptions = JSON.stringify(place.options);
  const filledPlaces = places.filter(
    (other) => other.key !== place.key && Array.isArray(filled[other.key]) && (filled[other.key] as Json[]).length > 0,
  );
  const found = filledPlaces.filter((place) => JSON.stringify(place.options) === ownOptions && place.most !== 1);
  return found
    .filter((place, n) => found.findIndex((two) => isSameValue(filled[two.key]!, filled[place.key]!)) === n)
    .slice(-3);
}

/** The spots of a picture where a place is drawn. */
export function findSpotIds(picture: Picture | null, place: Question | undefined): string[] {
  const { spot } = place ? getPresentation(place) : { spot: "" };
  if (!spot || !picture) return [];
  return listSpots(picture)
    .map(({ id }) => id)
    .filter((id) => id === spot || id.startsWith(`${spot}.`));
}

/** The place that is drawn at a spot. */
export const findPlace = (places: readonly Question[], spot: string): Question | undefined =>
  places.find(
    (place) =>
      getPresentation(place).spot &&
      (spot === getPresentation(place).spot || spot.startsWith(`${getPresentation(place).spot}.`)),
  );

const NUMBER = /\d+/;
/** The figure in a phrase; null if it has none. */
export const extractNumber = (phrase: string): number | null =>
  NUMBER.test(phrase) ? Number(NUMBER.exec(phrase)![0]) : null;
export const replaceNumber = (phrase: string, n: number): string => phrase.replace(NUMBER, String(n));
