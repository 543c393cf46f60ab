/** Long presses with a finger, the mouse or the menu key; short presses remain taps. */
const LONG_PRESS_MS = 450;

/** Suppress the click that ends a long press, wherever the finger is released. */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const restoreClicks = () => setTimeout(() => removeEventListener("click", swallow, true), 80);
  addEventListener("click", swallow, true);
  addEventListener("pointerup", restoreClicks, { once: true });
  addEventListener("pointercancel", restoreClicks, { once: true });
}

export function longPress(node: Element, action?: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let hasFired = false;
  let [x, y] = [0, 0];

  const cancelTimer = () => clearTimeout(timer);
  const runAction = () => {
    cancelTimer();
    if (!action) return;
    hasFired = true;
    if (isHeld) swallowNextClick();
    action();
  };
  const onPointerDown = (event: Event) => {
    ({ clientX: x, clientY: y } = event as PointerEvent);
    isHeld = true;
    hasFired = false;
    cancelTimer();
    timer = setTimeout(runAction, LONG_PRESS_MS);
  };
  const onPointerMove = (event: Event) => {
    const { clientX, clientY } = event as PointerEvent;
    if (Math.hypot(clientX - x, clientY - y) > 10) cancelTimer();
  };
  const onPointerUp = () => {
    isHeld = false;
    cancelTimer();
  };
  const onContextMenu = (event: Event) => {
    if (action) event.preventDefault();
    if (!hasFired) runAction();
  };

  const listeners: [string, (event: Event) => void][] = [
    ["pointerdown", onPointerDown],
    ["pointermove", onPointerMove],
    ["pointerup", onPointerUp],
    ["pointercancel", onPointerUp],
    ["contextmenu", onContextMenu],
  ];
  listeners.forEach(([name, handler]) => node.addEventListener(name, handler));
  return {
    update: (next?: () => void) => (action = next),
    destroy() {
      cancelTimer();
      listeners.forEach(([name, handler]) => node.removeEventListener(name, handler));
    },
  };
}
