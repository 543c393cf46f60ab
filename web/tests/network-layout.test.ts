import { beforeEach, describe, expect, test } from "vitest";
import type { Spot, Views } from "../src/lib/engine";
import { fitNetwork, layOutNetwork, placeLabels, type Point } from "../src/views/network-layout";

type Network = Views["network"];

function network(ids: readonly string[], borders: readonly [string, string][], of: Partial<Network> = {}): Network {
  const spots = ids.map((id) => ({ id }) as Spot);
  return {
    ...{ id: "map", kind: "network", title: "Map", at: {}, beside: [], corners: {}, note: "", corrects: "", spots },
    borders: borders.map(([name, other]) => ({ one: name, other, price: 1 })),
    ...of,
  } as Network;
}

const apart = ([x, y]: readonly [number, number], [a, b]: readonly [number, number]) => Math.hypot(x - a, y - b);

const PHONE: Point = [390, 300];
const PADDING = { x: 30, y: 40, right: 46 };
const CORNERS = { nw: [0, 0], ne: [1, 0], sw: [0, 1], se: [1, 1] } as unknown as Network["corners"];
const BASES = { corners: CORNERS, beside: Object.keys(CORNERS) };

describe("the layout of a network", () => {
  beforeEach(() => localStorage.clear());
  const ring = ["a", "b", "c", "d", "e", "f"];
  const round = ring.map((name, i): [string, string] => [name, ring[(i + 1) % ring.length]!]);
  const withBases = (ids: readonly string[], borders: readonly [string, string][], of: Partial<Network> = {}) =>
    network([...ids, ...BASES.beside], borders, { ...BASES, ...of });

  test("spreads places that nobody has placed, neighbours nearer than others, always the same", () => {
    const places = layOutNetwork(network(ring, round));
    for (const name of ring)
      for (const other of ring) if (name < other) expect(apart(places[name]!, places[other]!)).toBeGreaterThan(60);
    expect(apart(places.a!, places.b!)).toBeLessThan(apart(places.a!, places.d!));
    expect(layOutNetwork(network(ring, round))).toEqual(places);
  });

  test("lays out places near the corners of their entrances", () => {
    const borders: [string, string][] = [
      ["nw", "a"],
      ["ne", "b"],
      ["sw", "c"],
      ["se", "d"],
    ];
    const { a, b, c, d } = layOutNetwork(withBases(["a", "b", "c", "d"], borders)) as Record<string, Point>;
    expect(a![0]).toBeLessThan(b![0]);
    expect(c![0]).toBeLessThan(d![0]);
    expect(a![1]).toBeLessThan(c![1]);
    expect(b![1]).toBeLessThan(d![1]);
  });

  test("keeps every place from answer to answer and from game to game", () => {
    const first = layOutNetwork(withBases(["a", "b"], [["nw", "a"]]), "game/map");
    expect(layOutNetwork(withBases(["a", "b", "c"], [["nw", "a"], ["a", "c"]]), "game/map")).toMatchObject(first); // prettier-ignore
    const joined = layOutNetwork(withBases(["a", "b", "c"], [["nw", "a"], ["a", "c"], ["b", "c"]]), "game/map"); // prettier-ignore
    expect(joined.a).toEqual(first.a);
    expect(joined.b).not.toEqual(first.b); // it had no borders, so it lay anywhere
    expect(layOutNetwork(withBases(["c", "a", "b"], round), "game/map")).toEqual(joined);
    expect(localStorage.length).toBe(1);
  });

  test("keeps given places, in any unit, and fits them to the screen", () => {
    const at: Network["at"] = { a: [0, 0], b: [2, 0], c: [0, 1], d: [2, 1] };
    const large = Object.fromEntries(
      Object.entries(at).map(([id, [x, y]]) => [id, [x * 500, y * 500] as [number, number]]),
    );
    const fit = (given: Network["at"]) => {
      const view = network(["a", "b", "c", "d"], [], { at: given });
      return fitNetwork(layOutNetwork(view), view, PHONE, PADDING);
    };
    expect(fit(at)).toEqual(fit(large));
    for (const [x, y] of Object.values(fit(at))) {
      expect(x).toBeGreaterThanOrEqual(30);
      expect(x).toBeLessThanOrEqual(390 - 30 - 46);
      expect(y).toBeGreaterThanOrEqual(40);
      expect(y).toBeLessThanOrEqual(300 - 40);
    }
  });

  test("puts entrances into their corners, others outwards of their neighbours", () => {
    const view = withBases(ring, round);
    const { nw, se, a } = fitNetwork(layOutNetwork(view), view, PHONE, PADDING);
    expect([nw![0] < se![0], nw![1] < a![1], a![1] < se![1]]).toEqual([true, true, true]);
    const gated = network([...ring, "gate"], [...round, ["gate", "a"]], { beside: ["gate"] });
    const places = fitNetwork(layOutNetwork(gated), gated, PHONE, PADDING);
    for (const name of ring) expect(apart(places.gate!, places[name]!)).toBeGreaterThan(30);
    const alone = network(["a", "gate"], [], { beside: ["gate"] });
    expect(fitNetwork(layOutNetwork(alone), alone, PHONE, PADDING).gate).toBeUndefined();
  });
});

describe("the labels of a network", () => {
  const label = (id: string, x: number, y: number, isNeeded = false) => ({
    ...{ id, text: "Windlestone", at: [x, y] as Point, radius: 12, isNeeded },
  });

  test("those that fit are shown, the needed ones always", () => {
    const crowd = Array.from({ length: 40 }, (_, n) =>
      label(`p${n}`, 100 + 12 * (n % 8), 100 + 12 * Math.floor(n / 8)),
    );
    const few = placeLabels(crowd, 13, PHONE);
    expect(few.size).toBeLessThan(20);
    expect(few.size).toBeGreaterThan(3);
    const needed = crowd.map((place, n) => ({ ...place, isNeeded: n === 20 }));
    expect(placeLabels(needed, 13, PHONE).has("p20")).toBe(true);
    expect(placeLabels([label("a", 60, 60), label("b", 300, 200)], 13, PHONE).size).toBe(2);
  });

  test("a label goes above or beside its place where there is no room below", () => {
    const [bottom, corner] = [label("a", 200, 280), label("b", 40, 285)];
    expect(placeLabels([bottom], 13, PHONE).get("a")!.y).toBeLessThan(280);
    expect(placeLabels([corner], 13, PHONE, [[0, 240, 200, 272]]).get("b")!.anchor).toBe("start");
  });
});
