/** A grid in a photo: four corners and the squares between them. */
export type Point = readonly [number, number];
/** Top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Return corners near the edges of the picture. */
export function createCorners(width: number, height: number): Corners {
  const [x, y] = [width * 0.08, height * 0.08];
  return [
    [x, y],
    [width - x, y],
    [width - x, height - y],
    [x, height - y],
  ];
}

/** Return the point at a fraction of the width and height between the corners. */
export function interpolatePoint([a, b, c, d]: Corners, across: number, down: number): Point {
  const mix = (p: number, q: number, n: number) => p + (q - p) * n;
  const at = (n: 0 | 1) => mix(mix(a[n], b[n], across), mix(d[n], c[n], across), down);
  return [at(0), at(1)];
}

/** Return the centre of a square and the size at which it can be drawn. */
export function locateSquare(corners: Corners, x: number, y: number, columns: number, rows: number) {
  const [left, right] = [
    interpolatePoint(corners, x / columns, (y + 0.5) / rows),
    interpolatePoint(corners, (x + 1) / columns, (y + 0.5) / rows),
  ];
  const [top, bottom] = [
    interpolatePoint(corners, (x + 0.5) / columns, y / rows),
    interpolatePoint(corners, (x + 0.5) / columns, (y + 1) / rows),
  ];
  const wide = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const high = Math.hypot(bottom[0] - top[0], bottom[1] - top[1]);
  return { at: interpolatePoint(corners, (x + 0.5) / columns, (y + 0.5) / rows), size: Math.min(wide, high) };
}
