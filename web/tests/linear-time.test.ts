import { describe, expect, it } from "vitest";

import { appendAmount, parseSum } from "../src/lib/answers";
import { getFolderUrl } from "../src/lib/game-link";
import { CodeCollector, decodeBase45 } from "../src/lib/qr-series";
import { describeSquare } from "../src/lib/grid-drawing";

/** Twice the text takes at most so many times as long. */
const MOST_TIMES = 2.5;
/** Milliseconds at which a text is not made longer. */
const LONG_ENOUGH = 20;
const LIMIT = 256 * 1024;

const READERS: Record<string, (text: string) => unknown> = {
  "a sum": (text) => parseSum(text),
  "amounts counted together": (text) => appendAmount(text, 1),
  "the sign of a square": (text) => describeSquare(text, []),
  "the folder of an address": (text) => getFolderUrl(`https://host/?${text}/`),
  "a code": (text) => new CodeCollector().addCode(`RIVAL1:G:00000000:1/2:${text}`),
  "the letters of a code": (text) => decodeBase45(text),
};
const SIGNS = [" ", "a", "1", "1+", "+", "-", "a1", "/", ":", "#/take/", "%", "\n", "ё"];

function took(read: () => unknown): number {
  const begun = performance.now();
  read();
  return performance.now() - begun;
}

const least = (read: () => unknown): number => Math.min(...[1, 2, 3, 4].map(() => took(read)));

function growth(read: (text: string) => unknown, sign: string): number {
  let size = 1024;
  const text = (letters: number) => sign.repeat(letters / sign.length);
  while (size < LIMIT && took(() => read(text(size))) < LONG_ENOUGH) size *= 2;
  // The smaller of two doublings in a row: a busy machine, or memory that is asked for at some size, adds to one.
  const [quarter, half, whole] = [size / 4, size / 2, size].map((letters) => {
    const made = text(letters);
    return Math.max(
      least(() => read(made)),
      0.5,
    );
  });
  return Math.min(whole! / half!, half! / quarter!);
}

describe("readers of text from outside", () => {
  for (const [name, read] of Object.entries(READERS)) {
    it(`take time in proportion to the text: ${name}`, { timeout: 60_000 }, () => {
      for (const sign of SIGNS) {
        const tries = [1, 2, 3];
        expect(
          tries.some(() => growth(read, sign) <= MOST_TIMES),
          JSON.stringify(sign),
        ).toBe(true);
      }
    });
  }

  it("a pattern that goes back is found", () => {
    expect(growth((text) => [...text.matchAll(/(\D+)(\d+)/g)], "a")).toBeGreaterThan(MOST_TIMES);
  });
});
