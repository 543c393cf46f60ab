/** Milliseconds until a rendered frame is on the screen. */
const FRAME_MS = 16;
/** Milliseconds after which a page that was not painted is considered hidden. */
const HIDDEN_PAGE_MS = 500;

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const pendingWork = new Set<() => void>();

/** Run a function after the current content has been painted; the returned function cancels it. */
export function runAfterPaint(work: () => void): () => void {
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

/** Run all pending functions together, so that the browser computes the page layout only once. */
function runPending(): void {
  const all = [...pendingWork];
  pendingWork.clear();
  for (const work of all) work();
}

/**
 * Return a copy of a value that is updated after each paint, so that the next question is drawn before the rest. The
 * copy stays unchanged while the source is undefined.
 */
export function followAfterPaint<T>(readSource: () => T | undefined): { readonly now: T | undefined } {
  let current = $state.raw(readSource());
  $effect(() => {
    const next = readSource();
    return next === undefined ? undefined : runAfterPaint(() => (current = next));
  });
  return {
    get now() {
      return current;
    },
  };
}
