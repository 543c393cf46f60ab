import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { registerCommands, handleShortcut } from "../src/lib/shortcuts";
import { settings } from "../src/lib/settings.svelte";

let withdraw: () => void = () => undefined;
const undo = vi.fn();
const main = vi.fn();

beforeEach(() => {
  document.body.innerHTML =
    '<main tabindex="-1"></main><input id="typed"><input id="box" type="checkbox"><button></button>';
  settings.keys = true;
  undo.mockClear();
  main.mockClear();
  withdraw = registerCommands({ KeyU: undo, Enter: main });
});
afterEach(() => withdraw());

function press(key: string, code: string, on = "main", more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, code, cancelable: true, bubbles: true, ...more });
  Object.defineProperty(event, "target", { value: document.querySelector(on) });
  handleShortcut(event);
  return event;
}

describe("a shortcut", () => {
  it("means the key, whatever the layout", () => {
    expect(press("г", "KeyU").defaultPrevented).toBe(true);
    expect(undo).toHaveBeenCalledOnce();
  });

  it("belongs to the field that somebody types in, except for Enter", () => {
    press("u", "KeyU", "#typed");
    expect(undo).not.toHaveBeenCalled();
    press("Enter", "Enter", "#typed");
    expect(main).toHaveBeenCalledOnce();
  });

  it("leaves Enter on a button to the button", () => {
    press("Enter", "Enter", "button");
    expect(main).not.toHaveBeenCalled();
  });

  it("is deaf with Ctrl, while a key is held, under an open sheet, and when switched off", () => {
    press("u", "KeyU", "main", { ctrlKey: true });
    press("u", "KeyU", "main", { repeat: true });
    document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
    press("u", "KeyU");
    document.querySelector("dialog")!.remove();
    settings.keys = false;
    press("u", "KeyU");
    expect(undo).not.toHaveBeenCalled();
  });

  it("of the page that came last comes first, and goes with it", () => {
    const later = vi.fn();
    const gone = registerCommands({ KeyU: later });
    press("u", "KeyU");
    gone();
    press("u", "KeyU");
    expect([later.mock.calls.length, undo.mock.calls.length]).toEqual([1, 1]);
  });
});
