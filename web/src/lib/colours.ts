/** The colours that the pieces of the two sides can have. */
export const COLOURS: Record<string, string> = {
  red: "#c23b2e",
  orange: "#dd7d22",
  yellow: "#e3bd2f",
  green: "#3f8a4a",
  blue: "#2f6db5",
  purple: "#7d4aa3",
  brown: "#7a4f2c",
  white: "#f7f5ef",
  black: "#22252a",
};

/** Return the CSS colour for a stored one: a name of the list, or a number like #cc2200. */
export function toCssColour(colour: string): string {
  return COLOURS[colour] ?? (/^#[0-9a-f]{6}$/.test(colour) ? colour : "transparent");
}
