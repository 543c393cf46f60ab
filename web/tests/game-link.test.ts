import { describe, expect, it } from "vitest";

import { MAX_LINK_LENGTH, getOtherHomeUrl, encodeJournal, decodeJournal } from "../src/lib/game-link";

describe("a game in a link", () => {
  it("is not unfolded from a link longer than any that we make", async () => {
    const long = await encodeJournal("x".repeat(40 * 1024 * 1024));
    expect(long.length).toBeGreaterThan(MAX_LINK_LENGTH);
    expect(await decodeJournal(long)).toBeNull();
  });

  it("comes out as it went in", async () => {
    const journal = '{"rival":1,"name":"Суббота"}\n' + '{"n":1,"key":"x","answer":true}\n'.repeat(500);
    const link = await encodeJournal(journal);
    expect(link).toMatch(/^[\w-]+$/);
    expect(link.length).toBeLessThan(journal.length / 10);
    expect(await decodeJournal(link)).toBe(journal);
  });

  it("says so when a part of it was lost", async () => {
    const link = await encodeJournal("some journal ".repeat(50));
    expect(await decodeJournal(link.slice(0, -9))).toBeNull();
    expect(await decodeJournal("no link at all!")).toBeNull();
  });

  it("knows where the other home is", () => {
    expect(getOtherHomeUrl("server", "http://192.168.1.5:8181/")).toBe("http://192.168.1.5:8181/offline/");
    expect(getOtherHomeUrl("browser", "http://192.168.1.5:8181/offline/")).toBe("http://192.168.1.5:8181/");
    expect(getOtherHomeUrl("browser", "https://example.org/rival/")).toBeNull();
  });
});
