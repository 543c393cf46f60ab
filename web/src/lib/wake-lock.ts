/** Keeps the screen on while a game is open. */

export function canStayAwake(): boolean {
  return "wakeLock" in navigator;
}

/** Stay awake until the returned function is called; the lock is taken again when the page comes back to the front. */
export function stayAwake(): () => void {
  if (!canStayAwake()) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function take(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // The device refuses, for instance on a low battery: the game goes on all the same.
    }
  }

  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
