/** In milliseconds: until a frame that was made is on the screen. */
const A_FRAME = 16;

/** Does something as soon as what stands in the page now has been painted; the answer calls it off. */
export function afterPaint(work: () => void): () => void {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work, A_FRAME)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * A value that follows another as soon as the page has been painted: the next question is drawn first, and what
 * can wait a moment after it.
 */
export function following<T>(lead: () => T): { readonly now: T } {
  let followed = $state.raw(lead());
  $effect(() => {
    const next = lead();
    return afterPaint(() => (followed = next));
  });
  return {
    get now() {
      return followed;
    },
  };
}
