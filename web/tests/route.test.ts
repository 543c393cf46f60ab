import { describe, expect, it } from "vitest";
import { read, to } from "../src/lib/route.svelte";

describe("an address", () => {
  it("leads where it was made for", () => {
    for (const route of [
      { page: "play", id: "a game/with: odd signs", over: "history" },
      { page: "rules", id: "some-game", over: "" },
      { page: "practice", id: "some-game.7", over: "" },
    ] as const)
      expect(read(to(route.page, route.id, route.over))).toEqual(route);
  });

  it("of the start page may have a sheet over it", () => {
    expect(read(to("start", "", "settings"))).toEqual({ page: "start", id: "", over: "settings" });
    expect(read("")).toEqual({ page: "start", id: "", over: "" });
  });

  it("of the records needs no id", () => {
    expect(read("#/records/keys")).toEqual({ page: "records", id: "", over: "keys" });
  });

  it("that leads nowhere is the start page", () => {
    expect(read("#/play").page).toBe("start");
    expect(read("#/nowhere/x").page).toBe("start");
  });

  it("that can't be decoded is the start page, too", () => {
    expect(read("#/play/%E0%A4%A").page).toBe("start");
  });
});
