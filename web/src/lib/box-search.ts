/** Things of a box, found again by a few letters or by what they show. */
import { spotsIn } from "../views/view";
import type { BoxState, PartState, Piece } from "./engine";
import { t } from "./texts";

type Shown = Pick<PartState, "words" | "picture">;
type Sign = Pick<Piece, "glyph" | "colour" | "words">;

export const nameOf = ({ glyph, colour }: Pick<Piece, "glyph" | "colour">): string => `${glyph} ${colour}`;

/** Whether each of the words stands in the text somewhere: "par ste" finds "park: 2 wood, 1 steel". */
export function reads(text: string, letters: string): boolean {
  const plain = folded(text);
  return folded(letters)
    .split(/\s+/)
    .every((one) => plain.includes(one));
}

/** How many of a kind are told: of so many, or, where their number is free and none is half told, simply so many. */
export function counted(box: BoxState, { words, told, of }: BoxState["progress"][number]): string {
  const free = told === of && box.parts.some((one) => one.adds && one.group === words);
  return `${words}: ${free ? told : t().ofAll(told, of)}`;
}

const folded = (text: string) => text.toLowerCase().replaceAll("ё", "е").trim();

const spots = ({ picture }: Shown) => (picture ? spotsIn(picture) : []);
const piecesOf = (one: Shown) => spots(one).flatMap((spot) => spot.pieces);

/** What a part is called, and all that stands on it, in words. */
export const textOf = (one: Shown): string =>
  [one.words, ...spots(one).flatMap((spot) => [spot.words, ...spot.pieces.map((piece) => piece.words)])].join(" ");

/** The parts that read so, and show all of these signs. */
export function found<T extends Shown>(parts: readonly T[], letters: string, signs: readonly string[]): T[] {
  return parts.filter(
    (one) =>
      reads(textOf(one), letters) && signs.every((sign) => piecesOf(one).some((piece) => nameOf(piece) === sign)),
  );
}

/** The signs that tell parts apart, the commonest first: those that some of them show and others don't. */
export function signsOf(parts: readonly Shown[], most: number): Sign[] {
  const told = parts.filter((one) => one.picture);
  const count = new Map<string, { sign: Sign; n: number }>();
  for (const one of told) {
    for (const piece of new Map(piecesOf(one).map((piece) => [nameOf(piece), piece])).values()) {
      const known = count.get(nameOf(piece));
      if (known) known.n += 1;
      else count.set(nameOf(piece), { sign: piece, n: 1 });
    }
  }
  const telling = [...count.values()].filter(({ n }) => n > 1 && n < told.length);
  return telling
    .sort((a, b) => b.n - a.n)
    .slice(0, most)
    .map(({ sign }) => sign);
}
