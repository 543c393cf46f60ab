/** Options in rows: those with the same sign, one for each figure, stand behind it. */
import type { Offer, Piece } from "./engine";

export interface OptionRow {
  piece: Piece;
  options: readonly Offer[];
}

/** The rows, in the order of the options; none where no sign has several figures. */
export function groupOptions(options: readonly Offer[], pieces: Readonly<Record<string, Piece>>): readonly OptionRow[] {
  const rows: { piece: Piece; options: Offer[] }[] = [];
  for (const option of options) {
    const piece = pieces[option.id];
    if (!piece) return [];
    const row = rows.find((other) => other.piece.glyph === piece.glyph && other.piece.colour === piece.colour);
    if (row) row.options.push(option);
    else rows.push({ piece, options: [option] });
  }
  return rows.some((row) => row.options.length > 1) ? rows : [];
}
