/** The texts of the page without a server; all other texts are in ../../locales. */
const en = {
  gettingReady: (part: number) => `Rival is getting ready: ${part} %`,
  almostReady: "Rival is getting ready: almost there",
  stopped: "Rival had to restart. All saved games are safe. Please repeat your last action.",
  forbidden:
    "This site does not allow the page to run its own program. The site’s owner must add 'wasm-unsafe-eval' to the Content-Security-Policy.",
  storage:
    "This browser does not let the page store data, so games can’t be saved. Leave private browsing or allow this site to store data, then reload.",
  full: "The browser has no storage space left, so Rival can’t save anything. Free some space on the device and reload. Then save all games as a file.",
  broken: "Rival could not start in this browser. Reload the page. If that does not help, use a newer browser.",
  silent: "Rival is not responding. Reload the page; all saved games are still there.",
  reload: "Reload",
  updateAvailable: "A new version of Rival is available. Your games continue in it.",
  updateNow: "Update now",
  later: "Later",
  savedOnDevice: "Saved on this device",
  storageTitle: "Your games on this device",
  storageNote: "Games, boxes and records are saved in this browser, on this device. Nothing is sent anywhere.",
  storagePersistent: "The browser keeps your games until you delete them yourself.",
  storageMayBeCleared: "The browser may delete your games when the device runs out of space.",
  safariClears:
    "Safari also deletes your games if you don’t visit the page for a week, unless it is on the home screen.",
  requestPersistence: "Ask the browser to keep my games",
  persistenceRefused: "The browser did not agree. Install Rival, or save all games as a file from time to time.",
  installApp: "Install Rival",
  appInstalled: "Rival is installed on this device.",
  installSafari: "To install: tap Share, then “Add to Home Screen”.",
  installMenu: "To install: open the browser’s menu, then choose “Install” or “Add to Home screen”.",
  worksOffline: "Rival now works without a connection.",
  cannotWorkOffline:
    "This address is not secure (no https), so the browser can’t save the page. You need a connection to open it.",
  saveAll: "Save all games as a file",
  lastSaved: (days: number) =>
    days === 0 ? "Last saved as a file: today." : `Last saved as a file: ${days} ${days === 1 ? "day" : "days"} ago.`,
  neverSaved: "You have not saved your games as a file yet.",
  backupReminder: "Your games are saved in this browser only. Save them as a file?",
};

export default en;
export type OfflineTexts = typeof en;
