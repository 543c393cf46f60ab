import { describe, expect, it } from "vitest";

import { LONGEST_LINK, otherHome, packed, unpacked } from "../src/lib/game-link";

describe("a game in a link", () => {
  it("is not unfolded from a link longer than any that we make", async () => {
    const long = await packed("x".repeat(40 * 1024 * 1024));
    expect(long.length).toBeGreaterThan(LONGEST_LINK);
    expect(await unpacked(long)).toBeNull();
  });

  it("comes out as it went in", async () => {
    const journal = '{"rival":1,"name":"Суббота"}\n' + '{"n":1,"key":"x","answer":true}\n'.repeat(500);
    const link = await packed(journal);
    expect(link).toMatch(/^[\w-]+$/);
    expect(link.length).toBeLessThan(journal.length / 10);
    expect(await unpacked(link)).toBe(journal);
  });

  it("says so when a part of it was lost", async () => {
    const link = await packed("some journal ".repeat(50));
    expect(await unpacked(link.slice(0, -9))).toBeNull();
    expect(await unpacked("no link at all!")).toBeNull();
  });

  it("knows where the other home is", () => {
    expect(otherHome("server", "http://192.168.1.5:8181/")).toBe("http://192.168.1.5:8181/offline/");
    expect(otherHome("browser", "http://192.168.1.5:8181/offline/")).toBe("http://192.168.1.5:8181/");
    expect(otherHome("browser", "https://example.org/rival/")).toBeNull();
  });
});
