/** Options in rows. Options with the same symbol share a row and have a number each. */
import type { OptionText, Piece } from "./engine";

export interface OptionRow {
  piece: Piece;
  options: readonly OptionText[];
}

/** Group options into rows, keeping their order; return no rows if no symbol has several numbers. */
export function groupOptions(
  options: readonly OptionText[],
  pieces: Readonly<Record<string, Piece>>,
): readonly OptionRow[] {
  const rows: { piece: Piece; options: OptionText[] }[] = [];
  for (const option of options) {
    const piece = pieces[option.id];
    if (!piece) return [];
    const row = rows.find((other) => other.piece.glyph === piece.glyph && other.piece.colour === piece.colour);
    if (row) row.options.push(option);
    else rows.push({ piece, options: [option] });
  }
  return rows.some((row) => row.options.length > 1) ? rows : [];
}
