import { beforeEach, describe, expect, it, vi } from "vitest";

import { RefusedError, StaleStateError } from "../src/lib/engine";
import { EngineWorker, type EngineStatus } from "../src/offline/worker-engine";
import type { CallMessage, WorkerMessage } from "../src/offline/messages";
import { isStorageFull } from "../src/offline/game-store";

/** A worker that does what the test says. */
class Made {
  onmessage: (event: { data: WorkerMessage }) => void = () => undefined;
  onerror: () => void = () => undefined;
  heard: (CallMessage | { start: unknown })[] = [];
  ended = false;
  postMessage = (message: CallMessage) => void this.heard.push(message);
  terminate = () => void (this.ended = true);
  says = (data: WorkerMessage) => this.onmessage({ data });
}

let made: Made[];
let standings: EngineStatus[];
let worked: EngineWorker;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  [made, standings] = [[], []];
  const make = () => made[made.push(new Made()) - 1] as unknown as Worker;
  const files = Promise.resolve({ folder: "x/", bytes: {} });
  worked = new EngineWorker(
    files,
    make,
    (now) => standings.push(now),
    (why) => `sentence: ${why}`,
  );
});

const number = (one: Made) => (one.heard.filter((call) => "number" in call).at(-1) as CallMessage).number;

describe("the worker behind the page", () => {
  it("is started by the first call and returns its reply", async () => {
    const call = worked.call("games", { lang: "en" });
    made[0]!.says({ progress: 0.5 });
    made[0]!.says({ ready: true });
    made[0]!.says({ number: number(made[0]!), kind: "given", text: "[]" });
    expect((await call).text).toBe("[]");
    expect(standings.map((one) => one.phase)).toEqual(["coming", "coming", "ready"]);
  });

  it("passes on refusals and the current state of changed games", async () => {
    const refused = worked.call("answer", {});
    made[0]!.says({ number: number(made[0]!), kind: "refused", text: '{"message":"no","proposal":1}' });
    await expect(refused).rejects.toEqual(new RefusedError("no", 1));
    const stale = worked.call("answer", {});
    made[0]!.says({ number: number(made[0]!), kind: "stale", text: '{"at":3}' });
    await expect(stale).rejects.toBeInstanceOf(StaleStateError);
  });

  it("is started again after a fatal error and reports it to pending calls", async () => {
    worked.start();
    made[0]!.says({ ready: true });
    const lost = worked.call("answer", {});
    made[0]!.says({ dead: "broken", why: "fatal" });
    await expect(lost).rejects.toEqual(new RefusedError("sentence: stopped"));
    expect(made[0]!.ended).toBe(true);
    expect(made).toHaveLength(2);
    const next = worked.call("state", {});
    made[1]!.says({ ready: true });
    made[1]!.says({ number: number(made[1]!), kind: "given", text: "{}" });
    expect((await next).text).toBe("{}");
  });

  it("is given up when it says nothing for too long", async () => {
    worked.start();
    made[0]!.says({ ready: true });
    const lost = worked.call("answer", {});
    const told = expect(lost).rejects.toEqual(new RefusedError("sentence: stopped"));
    vi.advanceTimersByTime(60_000);
    await told;
    expect(made).toHaveLength(2);
  });

  it("is not started again and again where it can't run", async () => {
    const call = worked.call("games", {});
    made[0]!.says({ dead: "forbidden", why: "policy" });
    await expect(call).rejects.toEqual(new RefusedError("sentence: forbidden"));
    expect(standings.at(-1)).toEqual({ phase: "dead", why: "forbidden" });
    expect(made).toHaveLength(1);
  });

  it("says that there is no room, and does not start again for it", async () => {
    worked.start();
    made[0]!.says({ ready: true });
    const call = worked.call("answer", {});
    made[0]!.says({ dead: "full", why: "QuotaExceededError" });
    await expect(call).rejects.toThrow("full");
    expect(made).toHaveLength(1);
    expect(standings.at(-1)).toEqual({ phase: "dead", why: "full" });
  });
});

describe("a full disk", () => {
  const storage = (quota: number | undefined, usage = 0) => ({ estimate: () => Promise.resolve({ quota, usage }) });

  it("is known by the error, or by the room that is left", async () => {
    const unknown = new DOMException("Internal error committing transaction.", "UnknownError");
    expect(await isStorageFull(new DOMException("", "QuotaExceededError"), storage(1e9))).toBe(true);
    expect(await isStorageFull(unknown, storage(5e6, 4.5e6))).toBe(true);
    expect(await isStorageFull(unknown, storage(5e9, 4e6))).toBe(false);
    expect(await isStorageFull(unknown, storage(undefined))).toBe(false);
    expect(await isStorageFull(unknown, { estimate: () => Promise.reject(new Error("")) })).toBe(false);
    expect(await isStorageFull(new Error("QuotaExceededError"), storage(1))).toBe(false);
  });
});
