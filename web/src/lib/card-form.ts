/** The form of a printed card that is filled in place by place. */
import { isForm, isSameValue } from "./answers";
import type { Json, Picture, Question } from "./engine";
import { getPresentation, listSpots } from "../views/view";

export type FilledPlaces = { readonly [place: string]: Json };

export const readPlaces = (value: Json): FilledPlaces => (isForm(value) ? value : {});

/**
 * Return the key of the next empty place, searching from this place on and then from the start; else the next place.
 */
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

/** Add a phrase to a place, or replace the phrase of a place that has only one. */
export function addPhrase(place: Question, filled: FilledPlaces, phrase: string): FilledPlaces {
  const phrases = Array.isArray(filled[place.key]) ? (filled[place.key] as string[]) : [];
  return { ...filled, [place.key]: place.most === 1 ? [phrase] : [...phrases, phrase] };
}

/** Return whether a place is complete after a phrase. */
export const isCompletePhrase = (place: Question, phrase: string): boolean =>
  place.most === 1 || getPresentation(place).ends.includes(phrase);

/** Return up to three filled places with the same options, whose values can be copied. */
export function findSimilarPlaces(places: readonly Question[], filled: FilledPlaces, place: Question): Question[] {
  const ownOptions = JSON.stringify(place.options);
  const filledPlaces = places.filter(
    (other) => other.key !== place.key && Array.isArray(filled[other.key]) && (filled[other.key] as Json[]).length > 0,
  );
  const candidates = filledPlaces.filter((place) => JSON.stringify(place.options) === ownOptions && place.most !== 1);
  return candidates
    .filter((place, n) => candidates.findIndex((two) => isSameValue(filled[two.key]!, filled[place.key]!)) === n)
    .slice(-3);
}

/** Return the ids of the spots that draw a place. */
export function findSpotIds(picture: Picture | null, place: Question | undefined): string[] {
  const { spot } = place ? getPresentation(place) : { spot: "" };
  if (!spot || !picture) return [];
  return listSpots(picture)
    .map(({ id }) => id)
    .filter((id) => id === spot || id.startsWith(`${spot}.`));
}

/** Return the place that is drawn at a spot. */
export const findPlace = (places: readonly Question[], spot: string): Question | undefined =>
  places.find(
    (place) =>
      getPresentation(place).spot &&
      (spot === getPresentation(place).spot || spot.startsWith(`${getPresentation(place).spot}.`)),
  );

const NUMBER = /\d+/;
/** Return the number in a phrase, or null. */
export const extractNumber = (phrase: string): number | null =>
  NUMBER.test(phrase) ? Number(NUMBER.exec(phrase)![0]) : null;
export const replaceNumber = (phrase: string, n: number): string => phrase.replace(NUMBER, String(n));
