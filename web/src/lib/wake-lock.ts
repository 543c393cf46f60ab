/** Keeps the screen on while a game is open. */

export function canKeepAwake(): boolean {
  return "wakeLock" in navigator;
}

/** Stay awake until the returned function is called; the lock is taken again when the page comes back to the front. */
export function keepAwake(): () => void {
  if (!canKeepAwake()) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let isReleased = false;

  async function requestLock(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (isReleased) await lock.release();
    } catch {
      // The device refuses, for instance on a low battery: the game goes on all the same.
    }
  }

  void requestLock();
  document.addEventListener("visibilitychange", requestLock);
  return () => {
    isReleased = true;
    document.removeEventListener("visibilitychange", requestLock);
    void lock?.release();
  };
}
