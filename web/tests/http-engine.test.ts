import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusedError, StaleStateError, UnreachableError } from "../src/lib/engine";
import { createHttpEngine } from "../src/lib/http-engine";

const engine = createHttpEngine();

function answered(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const reply = vi.fn(async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
  vi.stubGlobal("fetch", reply);
  return reply;
}

describe("a call to the server", () => {
  it("names the game so that no sign of it can change the address", async () => {
    const reply = answered(200, {});
    await engine.state("../x?y#z", "ru");
    expect(reply.mock.calls[0]![0]).toBe("api/games/..%2Fx%3Fy%23z?lang=ru");
  });

  it("sends an answer with what it was meant for", async () => {
    const reply = answered(200, { at: 5 });
    expect(await engine.answer("g", { at: 4, since: 9, value: { a: 1 } }, "en")).toEqual({ at: 5 });
    const [address, sent] = reply.mock.calls[0]! as unknown as [string, RequestInit];
    expect([address, sent.method]).toEqual(["api/games/g/answer?lang=en", "POST"]);
    expect(JSON.parse(String(sent.body))).toEqual({ at: 4, since: 9, value: { a: 1 } });
  });

  it("that comes too late brings the current state", async () => {
    answered(409, { at: 7 });
    const stale: unknown = await engine.undo("g", { at: 4 }, "en").catch((error: unknown) => error);
    expect(stale).toBeInstanceOf(StaleStateError);
    expect((stale as StaleStateError).state.at).toBe(7);
  });

  it("that is refused brings the sentence why", async () => {
    answered(422, { message: "This is not a number." });
    await expect(engine.begin({ game: "g" }, "en")).rejects.toThrow(new RefusedError("This is not a number."));
  });

  it("that is only near to an answer brings what was meant", async () => {
    answered(422, { message: "Did you mean “steel”?", proposal: ["steel"] });
    const near: unknown = await engine.answer("g", { at: 4, value: ["stel"] }, "en").catch((error: unknown) => error);
    expect((near as RefusedError).proposal).toEqual(["steel"]);
  });

  it("that fails without a sentence names the status", async () => {
    answered(502, "<html>");
    await expect(engine.games("en")).rejects.toBeInstanceOf(RefusedError);
  });

  it("that does not come through loses nothing and says so", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => {
        throw new TypeError("network");
      }),
    );
    await expect(engine.games("en")).rejects.toBeInstanceOf(UnreachableError);
  });
});

describe("a stream of changes", () => {
  class Stream extends EventTarget {
    static readonly CLOSED = 2;
    static made: Stream[] = [];
    readyState = 0;
    constructor(readonly address: string) {
      super();
      Stream.made.push(this);
    }
    close(): void {
      this.readyState = Stream.CLOSED;
    }
    tell(kind: string, data = ""): void {
      this.dispatchEvent(new MessageEvent(kind, { data }));
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    Stream.made = [];
    vi.stubGlobal("EventSource", Stream);
  });
  afterEach(() => vi.useRealTimers());

  const makeListener = () => ({ onMoved: vi.fn(), onGone: vi.fn(), onConnected: vi.fn() });

  it("tells how long the log is and how often the name was changed", () => {
    const listener = makeListener();
    engine.follow("g", listener);
    Stream.made[0]!.tell("moved", '{"at": 12, "edition": 3}');
    expect(listener.onMoved).toHaveBeenCalledWith(12, 3);
  });

  it("that was refused is asked for again; a hiccup is not worth a word", () => {
    const listener = makeListener();
    engine.follow("g", listener);
    const first = Stream.made[0]!;
    first.readyState = Stream.CLOSED;
    first.tell("error");
    vi.advanceTimersByTime(1400);
    expect(listener.onConnected).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(listener.onConnected).toHaveBeenCalledWith(false);
    expect(Stream.made).toHaveLength(2);
    Stream.made[1]!.tell("open");
    expect(listener.onConnected).toHaveBeenLastCalledWith(true);
  });

  it("ends for good when the game was deleted, or nobody listens", () => {
    const listener = makeListener();
    const stop = engine.follow("g", listener);
    Stream.made[0]!.tell("gone");
    expect(listener.onGone).toHaveBeenCalledOnce();
    expect(Stream.made[0]!.readyState).toBe(Stream.CLOSED);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(Stream.made).toHaveLength(1);
  });
});
