import { describe, expect, it } from "vitest";
import { parseRoute, buildHref } from "../src/lib/route.svelte";

describe("an address", () => {
  it("leads where it was made for", () => {
    for (const route of [
      { page: "play", id: "a game/with: odd signs", overlay: "history" },
      { page: "rules", id: "some-game", overlay: "" },
      { page: "practice", id: "some-game.7", overlay: "" },
    ] as const)
      expect(parseRoute(buildHref(route.page, route.id, route.overlay))).toEqual(route);
  });

  it("of the start page may have a sheet over it", () => {
    expect(parseRoute(buildHref("start", "", "settings"))).toEqual({ page: "start", id: "", overlay: "settings" });
    expect(parseRoute("")).toEqual({ page: "start", id: "", overlay: "" });
  });

  it("of the records needs no id", () => {
    expect(parseRoute("#/records/keys")).toEqual({ page: "records", id: "", overlay: "keys" });
  });

  it("that leads nowhere is the start page", () => {
    expect(parseRoute("#/play").page).toBe("start");
    expect(parseRoute("#/nowhere/x").page).toBe("start");
  });

  it("that can't be decoded is the start page, too", () => {
    expect(parseRoute("#/play/%E0%A4%A").page).toBe("start");
  });
});
