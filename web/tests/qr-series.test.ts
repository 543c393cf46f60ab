import { describe, expect, it } from "vitest";

import { drawQrCode, CodeCollector, MAX_CODES, decodeBase45, encodeSeries, encodeBase45 } from "../src/lib/qr-series";

/** As long as a game, and hardly to be made shorter. */
const noise = (length: number) => {
  let seed = 7;
  const next = () => (seed = (seed * 16807) % 2147483647);
  return Array.from({ length }, () => String.fromCharCode(0x400 + (next() % 256))).join("");
};

describe("bytes as the letters of codes", () => {
  it("are as RFC 9285 has them", () => {
    expect(encodeBase45(new TextEncoder().encode("AB"))).toBe("BB8");
    expect(encodeBase45(new TextEncoder().encode("Hello!!"))).toBe("%69 VD92EX0");
    expect(new TextDecoder().decode(decodeBase45("QED8WEX0")!)).toBe("ietf!");
  });

  it("are refused where nobody wrote them so", () => {
    for (const bad of ["a", "BB8B", "ÄÄÄ", "GGW", ":::"]) expect(decodeBase45(bad)).toBeNull();
  });
});

describe("a series of codes", () => {
  it("is a text again, whatever the order and however often each is read", async () => {
    const text = noise(4000);
    const codes = await encodeSeries("game", text);
    expect(codes.length).toBeGreaterThan(5);
    const gathering = new CodeCollector();
    const order = [...codes].reverse();
    for (const [i, code] of order.entries()) {
      expect(gathering.addCode(code)).toEqual({ kind: "game", scanned: i + 1, total: codes.length });
      expect(gathering.addCode(code)?.scanned).toBe(i + 1);
    }
    expect(await gathering.decode()).toBe(text);
  });

  it("carries packs, too, and starts again with another series", async () => {
    const [long, short] = [
      await encodeSeries("game", noise(900)),
      await encodeSeries("pack", 'game = "rolling-heights"'),
    ];
    const gathering = new CodeCollector();
    gathering.addCode(long[0]!);
    expect(gathering.addCode(short[0]!)).toEqual({ kind: "pack", scanned: 1, total: 1 });
    expect(await gathering.decode()).toBe('game = "rolling-heights"');
  });

  it("is checked as a whole", async () => {
    const [mine, other] = [
      await encodeSeries("game", noise(1500)),
      await encodeSeries("game", [...noise(1500)].reverse().join("")),
    ];
    const gathering = new CodeCollector();
    const swapped = other[1]!.replace(/:[0-9A-F]{8}:/, /:[0-9A-F]{8}:/.exec(mine[0]!)![0]);
    for (const [i, code] of mine.entries()) gathering.addCode(i === 1 ? swapped : code);
    expect(await gathering.decode()).toBeNull();
    expect(gathering.addCode(mine[0]!)?.scanned).toBe(1);
  });

  it("knows what is no code of its own", () => {
    const gathering = new CodeCollector();
    const data = encodeBase45(new Uint8Array(4));
    for (const bad of [
      "",
      "https://somewhere",
      `RIVAL1:X:00000000:1/1:${data}`,
      `RIVAL1:G:00000000:2/1:${data}`,
      `RIVAL1:G:00000000:0/1:${data}`,
      `RIVAL1:G:00000000:1/${MAX_CODES + 1}:${data}`,
      "RIVAL1:G:00000000:1/1:a",
    ])
      expect(gathering.addCode(bad)).toBeNull();
  });

  it("that unfolds without end is given up", async () => {
    const codes = await encodeSeries("game", " ".repeat(17 * 1024 * 1024));
    const gathering = new CodeCollector();
    codes.forEach((code) => gathering.addCode(code));
    expect(await gathering.decode()).toBeNull();
  });

  it("is drawn in squares that a camera can tell apart", async () => {
    for (const code of await encodeSeries("game", noise(1500))) {
      const { size, path } = await drawQrCode(code);
      expect(size).toBeLessThanOrEqual(4 + 73 + 4);
      expect(path).toContain("M4 4h1v1h-1z");
    }
  });
});

describe("the link of a pack", () => {
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const link = (length: number) =>
    "http://192.168.178.20:8181/#/pack/1" +
    [...noise(length)].map((kind) => LETTERS[kind.charCodeAt(0) % LETTERS.length]).join("");

  /** The drawing as a camera sees it: each square some pixels wide. */
  function seen({ size, path }: { size: number; path: string }, scale: number) {
    const data = new Uint8ClampedArray(4 * (size * scale) ** 2).fill(255);
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
      for (let down = 0; down < scale; down += 1) {
        const first = 4 * ((Number(y) * scale + down) * size * scale + Number(x) * scale);
        for (let at = first; at < first + 4 * scale; at += 4) data.fill(0, at, at + 3);
      }
    return { width: size * scale, height: size * scale, data };
  }

  it("is read from its code as it was written, up to the longest that gets one", async () => {
    const { default: decodeQR } = await import("qr/decode.js");
    for (const length of [1, 40, 300, 900, 1760]) {
      const address = link(length);
      expect(decodeQR(seen(await drawQrCode(address), 4))).toBe(address);
    }
  });
});
