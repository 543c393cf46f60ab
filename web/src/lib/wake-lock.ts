/** Keep the screen on while a game is open. */

export function canKeepAwake(): boolean {
  return "wakeLock" in navigator;
}

/**
 * Keep the screen on until the returned function is called. The lock is requested again when the page becomes
 * visible.
 */
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
      // The device refuses, for instance because the battery is low; the game works without the lock.
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
