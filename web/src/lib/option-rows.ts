/** Options in rows: those with the same sign, one for each figure, stand behind it. */
import type { Offer, Piece } from "./engine";

export interface Kind {
  piece: Piece;
  options: readonly Offer[];
}

/** The rows, in the order of the options; none where no sign has several figures. */
export function kinds(options: readonly Offer[], pieces: Readonly<Record<string, Piece>>): readonly Kind[] {
  const found: { piece: Piece; options: Offer[] }[] = [];
  for (const one of options) {
    const piece = pieces[one.id];
    if (!piece) return [];
    const row = found.find((other) => other.piece.glyph === piece.glyph && other.piece.colour === piece.colour);
    if (row) row.options.push(one);
    else found.push({ piece, options: [one] });
  }
  return found.some((row) => row.options.length > 1) ? found : [];
}
