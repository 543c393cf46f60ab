/** What the page says that needs no server; what it says anyway is in ../../words. */
const en = {
  coming: (part: number) => `Rival is getting ready: ${part} %`,
  comingAlmost: "Rival is getting ready: almost there",
  stopped: "Rival had to start again. Nothing that was kept is lost: repeat what you did last.",
  forbidden:
    "This address does not allow the page to run its own program. Whoever runs the site must add 'wasm-unsafe-eval' to its Content-Security-Policy.",
  storage:
    "This browser keeps nothing for this page, so no game could be kept. Leave private browsing, or allow this site to store data, and reload.",
  full: "The browser has no room left, so Rival can't keep anything here. Make room on the device, and reload. Save all games as a file then.",
  broken: "Rival could not start in this browser. Reload; if that does not help, a newer browser will.",
  silent: "Rival does not answer. Reload; everything that was kept is still there.",
  reload: "Reload",
  update: "A new version of Rival is here. Your games go on in it.",
  updateNow: "Use it now",
  later: "Later",
  home: "Kept on this device",
  homeTitle: "Your games on this device",
  keptHere: "Games, packs and records are kept in this browser, on this device. Nothing is sent anywhere.",
  persisted: "The browser has promised to keep them until you delete them yourself.",
  notPersisted: "The browser may clear them when the device runs short of room.",
  oneWeek: "Safari also clears them when a page was not visited for a week, unless it is on the home screen.",
  askToKeep: "Ask the browser to keep them",
  refusedToKeep: "The browser promised nothing. Install Rival, or save all games as a file now and then.",
  install: "Install Rival",
  installed: "Rival is installed on this device.",
  installSafari: "To install: Share, then “Add to Home Screen”.",
  installMenu: "To install: the menu of the browser, then “Install” or “Add to Home screen”.",
  offline: "Rival works without a connection from now on.",
  notOffline:
    "This address is not secure (no https), so the browser does not keep the page itself: without a connection it can't be opened.",
  saveAll: "Save all games as a file",
  lastSaved: (days: number) =>
    days === 0 ? "Last saved as a file: today." : `Last saved as a file: ${days} ${days === 1 ? "day" : "days"} ago.`,
  neverSaved: "Never saved as a file yet.",
  remind: "Your games are in this browser only. Save them as a file?",
  carry: "Take a game with you",
};

export default en;
export type OfflineTexts = typeof en;
