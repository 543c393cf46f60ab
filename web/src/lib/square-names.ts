/** Squares have letters for columns and numbers for rows, a1 at the top left. */

export function columnLetter(x: number): string {
  return String.fromCharCode(97 + x);
}

export function squareName(x: number, y: number): string {
  return `${columnLetter(x)}${y + 1}`;
}

/** Column and row of a square's name. */
export function place(name: string): [number, number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}
