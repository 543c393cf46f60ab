/** Search the parts of a box by letters or by their symbols. */
import { listSpots } from "../views/view";
import type { BoxState, BoxUpdate, PartState, Piece } from "./engine";

type SearchablePart = Pick<PartState, "words" | "picture">;
type PieceSign = Pick<Piece, "glyph" | "colour" | "words">;

export const getPieceKey = ({ glyph, colour }: Pick<Piece, "glyph" | "colour">): string => `${glyph} ${colour}`;

/** Return whether each word of the query is in the text: "par ste" finds "park: 2 wood, 1 steel". */
export function matchesQuery(text: string, query: string): boolean {
  const plain = normalizeText(text);
  return normalizeText(query)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

/**
 * Return the box after a change. A part without a new picture keeps its old one, unless its description was removed.
 */
export function mergeBox(box: BoxState, update: BoxUpdate): BoxState {
  const changed = new Map(update.parts.map((part) => [part.id, part]));
  const parts = box.parts.map((old) => {
    const part = changed.get(old.id);
    return part ? { ...part, picture: part.picture ?? (part.told ? old.picture : null) } : old;
  });
  const { head, progress, lacking, notes, next, history } = update;
  return { ...box, parts, head, progress, lacking, notes, next, history };
}

const normalizeText = (text: string) => text.toLowerCase().replaceAll("ё", "е").trim();

const getSpots = ({ picture }: SearchablePart) => (picture ? listSpots(picture) : []);
const getPieces = (part: SearchablePart) => getSpots(part).flatMap((spot) => spot.pieces);

/** Return the label of a part and the texts of its picture. */
export const buildSearchText = (part: SearchablePart): string =>
  [part.words, ...getSpots(part).flatMap((spot) => [spot.words, ...spot.pieces.map((piece) => piece.words)])].join(" ");

/** Return the parts that match the query and show all of the symbols. */
export function findParts<T extends SearchablePart>(parts: readonly T[], query: string, signs: readonly string[]): T[] {
  return parts.filter(
    (part) =>
      matchesQuery(buildSearchText(part), query) &&
      signs.every((sign) => getPieces(part).some((piece) => getPieceKey(piece) === sign)),
  );
}

/** Return the symbols that only some parts show, most frequent first. */
export function listDistinguishingSigns(parts: readonly SearchablePart[], limit: number): PieceSign[] {
  const describedParts = parts.filter((part) => part.picture);
  const count = new Map<string, { sign: PieceSign; n: number }>();
  for (const part of describedParts) {
    for (const piece of new Map(getPieces(part).map((piece) => [getPieceKey(piece), piece])).values()) {
      const counted = count.get(getPieceKey(piece));
      if (counted) counted.n += 1;
      else count.set(getPieceKey(piece), { sign: piece, n: 1 });
    }
  }
  const distinguishing = [...count.values()].filter(({ n }) => n > 1 && n < describedParts.length);
  return distinguishing
    .sort((a, b) => b.n - a.n)
    .slice(0, limit)
    .map(({ sign }) => sign);
}
