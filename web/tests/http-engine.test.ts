import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused, Stale, Unreachable } from "../src/lib/engine";
import { httpEngine } from "../src/lib/http-engine";

const engine = httpEngine();

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

  it("that comes too late brings how the game stands", async () => {
    answered(409, { at: 7 });
    const stale: unknown = await engine.undo("g", { at: 4 }, "en").catch((error: unknown) => error);
    expect(stale).toBeInstanceOf(Stale);
    expect((stale as Stale).state.at).toBe(7);
  });

  it("that is refused brings the sentence why", async () => {
    answered(422, { message: "This is not a number." });
    await expect(engine.begin({ game: "g" }, "en")).rejects.toThrow(new Refused("This is not a number."));
  });

  it("that is only near to an answer brings what was meant", async () => {
    answered(422, { message: "Did you mean “steel”?", proposal: ["steel"] });
    const near: unknown = await engine.answer("g", { at: 4, value: ["stel"] }, "en").catch((error: unknown) => error);
    expect((near as Refused).proposal).toEqual(["steel"]);
  });

  it("that fails without a sentence names the status", async () => {
    answered(502, "<html>");
    await expect(engine.games("en")).rejects.toBeInstanceOf(Refused);
  });

  it("that does not come through loses nothing and says so", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => {
        throw new TypeError("network");
      }),
    );
    await expect(engine.games("en")).rejects.toBeInstanceOf(Unreachable);
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

  const hearing = () => ({ moved: vi.fn(), gone: vi.fn(), connected: vi.fn() });

  it("tells how long the log is and how often the name was changed", () => {
    const hear = hearing();
    engine.follow("g", hear);
    Stream.made[0]!.tell("moved", '{"at": 12, "edition": 3}');
    expect(hear.moved).toHaveBeenCalledWith(12, 3);
  });

  it("that was refused is asked for again; a hiccup is not worth a word", () => {
    const hear = hearing();
    engine.follow("g", hear);
    const first = Stream.made[0]!;
    first.readyState = Stream.CLOSED;
    first.tell("error");
    vi.advanceTimersByTime(1400);
    expect(hear.connected).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(hear.connected).toHaveBeenCalledWith(false);
    expect(Stream.made).toHaveLength(2);
    Stream.made[1]!.tell("open");
    expect(hear.connected).toHaveBeenLastCalledWith(true);
  });

  it("ends for good when the game was deleted, or nobody listens", () => {
    const hear = hearing();
    const stop = engine.follow("g", hear);
    Stream.made[0]!.tell("gone");
    expect(hear.gone).toHaveBeenCalledOnce();
    expect(Stream.made[0]!.readyState).toBe(Stream.CLOSED);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(Stream.made).toHaveLength(1);
  });
});
