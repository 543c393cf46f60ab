/** The colours of the four companies; dark enough for white initials in both themes. */
export const COLOURS: Record<string, string> = {
  mombasa: "#a8432b",
  "cape-town": "#2c6e46",
  "saint-louis": "#6a4c94",
  cairo: "#80601a",
};
