/** A long press, by finger, mouse or the menu key; a tap stays a tap. */
const LONG = 450;

/** The tap that ends a long press is none, wherever the finger is by then: what came up under it was not meant. */
function swallowNext(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const done = () => setTimeout(() => removeEventListener("click", swallow, true), 80);
  addEventListener("click", swallow, true);
  addEventListener("pointerup", done, { once: true });
  addEventListener("pointercancel", done, { once: true });
}

export function longPress(node: Element, act?: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  let pressed = false;
  let [x, y] = [0, 0];

  const stop = () => clearTimeout(timer);
  const press = () => {
    stop();
    if (!act) return;
    pressed = true;
    if (held) swallowNext();
    act();
  };
  const down = (event: Event) => {
    ({ clientX: x, clientY: y } = event as PointerEvent);
    held = true;
    pressed = false;
    stop();
    timer = setTimeout(press, LONG);
  };
  const move = (event: Event) => {
    const { clientX, clientY } = event as PointerEvent;
    if (Math.hypot(clientX - x, clientY - y) > 10) stop();
  };
  const up = () => {
    held = false;
    stop();
  };
  const menu = (event: Event) => {
    if (act) event.preventDefault();
    if (!pressed) press();
  };

  const heard: [string, (event: Event) => void][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
    ["contextmenu", menu],
  ];
  heard.forEach(([name, hear]) => node.addEventListener(name, hear));
  return {
    update: (next?: () => void) => (act = next),
    destroy() {
      stop();
      heard.forEach(([name, hear]) => node.removeEventListener(name, hear));
    },
  };
}
