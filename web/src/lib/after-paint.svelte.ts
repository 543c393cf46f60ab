/** In milliseconds: until a frame that was made is on the screen. */
const FRAME_MS = 16;
/** In milliseconds: a page that was not painted in that time is one that nobody looks at. */
const HIDDEN_PAGE_MS = 500;

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const pendingWork = new Set<() => void>();

/** Does something as soon as what stands in the page now has been painted; the answer calls it off. */
export function afterPaint(work: () => void): () => void {
  if (!pendingWork.size) {
    let timer = setTimeout(runPending, HIDDEN_PAGE_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(runPending, FRAME_MS);
    });
  }
  pendingWork.add(work);
  return () => pendingWork.delete(work);
}

/** What was put off is done together: the page is laid out once for all of it. */
function runPending(): void {
  const all = [...pendingWork];
  pendingWork.clear();
  for (const work of all) work();
}

/**
 * A value that follows another as soon as the page has been painted: the next question is drawn first, and what
 * can wait a moment after it. While there is nothing to follow, it stays.
 */
export function followAfterPaint<T>(readSource: () => T | undefined): { readonly now: T | undefined } {
  let current = $state.raw(readSource());
  $effect(() => {
    const next = readSource();
    return next === undefined ? undefined : afterPaint(() => (current = next));
  });
  return {
    get now() {
      return current;
    },
  };
}
