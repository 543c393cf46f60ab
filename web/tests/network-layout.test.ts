import { describe, expect, test } from "vitest";
import type { Spot, Views } from "../src/lib/engine";
import { computeViewBox, layOutNetwork } from "../src/views/network-layout";

type Network = Views["network"];

function network(ids: readonly string[], borders: readonly [string, string][], of: Partial<Network> = {}): Network {
  const spots = ids.map((id) => ({ id }) as Spot);
  return {
    ...{ id: "map", kind: "network", title: "Map", at: {}, beside: [], note: "", corrects: "", spots },
    borders: borders.map(([name, other]) => ({ one: name, other, price: 1 })),
    ...of,
  } as Network;
}

const apart = ([x, y]: readonly [number, number], [a, b]: readonly [number, number]) => Math.hypot(x - a, y - b);

describe("the layout of a network", () => {
  const ring = ["a", "b", "c", "d", "e", "f"];
  const round = ring.map((name, i): [string, string] => [name, ring[(i + 1) % ring.length]!]);

  test("spreads places that nobody has placed, neighbours nearer than others, always the same", () => {
    const places = layOutNetwork(network(ring, round));
    for (const name of ring)
      for (const other of ring) if (name < other) expect(apart(places[name]!, places[other]!)).toBeGreaterThan(60);
    expect(apart(places.a!, places.b!)).toBeLessThan(apart(places.a!, places.d!));
    layOutNetwork(network(["x"], []));
    expect(layOutNetwork(network(ring, round))).toEqual(places);
  });

  test("keeps given places, in any unit", () => {
    const at: Network["at"] = { a: [0, 0], b: [2, 0], c: [0, 1], d: [2, 1] };
    const large = Object.fromEntries(
      Object.entries(at).map(([id, [x, y]]) => [id, [x * 500, y * 500] as [number, number]]),
    );
    const small = layOutNetwork(network(["a", "b", "c", "d"], [], { at }));
    const wide = layOutNetwork(network(["a", "b", "c", "d"], [], { at: large }));
    expect(small.b![0]).toBeCloseTo(wide.b![0]);
    expect(small.b![0]).toBeCloseTo(2 * small.c![1]);
  });

  test("puts what lies beside the others outwards of its neighbours, on none of them", () => {
    const places = layOutNetwork(network([...ring, "gate"], [...round, ["gate", "a"]], { beside: ["gate"] }));
    const mean = (k: 0 | 1) => ring.reduce((sum, name) => sum + places[name]![k] / ring.length, 0);
    const centre = [mean(0), mean(1)] as const;
    expect(apart(places.gate!, centre)).toBeGreaterThan(apart(places.a!, centre));
    for (const name of ring) expect(apart(places.gate!, places[name]!)).toBeGreaterThan(50);
    expect(layOutNetwork(network(["a", "gate"], [], { beside: ["gate"] })).gate).toBeUndefined();
  });

  test("shows all of it, or what lies around some places", () => {
    const places = { a: [0, 0], b: [300, 0], c: [600, 300] } as const;
    expect(computeViewBox(places, [])).toBe("-60 -60 720 420");
    const [x, y, wide, high] = computeViewBox(places, ["b"]).split(" ").map(Number) as [number, number, number, number];
    expect(x + wide / 2).toBe(300);
    expect(y).toBe(-60); // what lies beyond the edge is not shown
    expect(wide).toBeGreaterThanOrEqual(1.5 * high);
    expect(wide).toBeLessThan(720);
    expect(computeViewBox(places, ["nowhere"])).toBe(computeViewBox(places, []));
  });

  test("is as wide for its height as the room for it", () => {
    const places = { a: [0, 0], b: [2000, 2000], c: [1000, 1000] } as const;
    for (const shape of [0.8, 1.5, 2.5]) {
      const [x, y, wide, high] = computeViewBox(places, ["c"], shape).split(" ").map(Number) as [
        number,
        number,
        number,
        number,
      ];
      expect(wide / high).toBeCloseTo(shape);
      expect([x + wide / 2, y + high / 2]).toEqual([1000, 1000]);
    }
  });
});
