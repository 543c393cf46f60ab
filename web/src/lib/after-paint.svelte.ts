/** In milliseconds: until a frame that was made is on the screen. */
const A_FRAME = 16;
/** In milliseconds: a page that was not painted in that time is one that nobody looks at. */
const UNSEEN = 500;

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const waiting = new Set<() => void>();

/** Does something as soon as what stands in the page now has been painted; the answer calls it off. */
export function afterPaint(work: () => void): () => void {
  if (!waiting.size) {
    let timer = setTimeout(doAll, UNSEEN);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(doAll, A_FRAME);
    });
  }
  waiting.add(work);
  return () => waiting.delete(work);
}

/** What was put off is done together: the page is laid out once for all of it. */
function doAll(): void {
  const all = [...waiting];
  waiting.clear();
  for (const work of all) work();
}

/**
 * A value that follows another as soon as the page has been painted: the next question is drawn first, and what
 * can wait a moment after it. While there is nothing to follow, it stays.
 */
export function following<T>(lead: () => T | undefined): { readonly now: T | undefined } {
  let followed = $state.raw(lead());
  $effect(() => {
    const next = lead();
    return next === undefined ? undefined : afterPaint(() => (followed = next));
  });
  return {
    get now() {
      return followed;
    },
  };
}
