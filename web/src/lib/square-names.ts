/** Names of squares: letters for columns and numbers for rows, with a1 at the top left. */

export function getColumnLetter(x: number): string {
  return String.fromCharCode(97 + x);
}

export function getSquareName(x: number, y: number): string {
  return `${getColumnLetter(x)}${y + 1}`;
}

/** Return the column and row of a square's name. */
export function parseSquareName(name: string): [number, number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}
