/**
 * A value that follows another as soon as the page has been painted: the next question is drawn first, and what
 * can wait a moment after it.
 */
export function following<T>(lead: () => T): { readonly now: T } {
  let followed = $state.raw(lead());
  $effect(() => {
    const next = lead();
    let timer = 0;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => (followed = next))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return {
    get now() {
      return followed;
    },
  };
}
