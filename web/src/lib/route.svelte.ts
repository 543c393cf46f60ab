/** The current page, stored in the address for the back button and reloads. */

export interface Route {
  page: "start" | "new" | "play" | "watch" | "practice" | "rules" | "records" | "box" | "take" | "pack";
  /**
   * The id of a game. On "new", "rules" and "box" the id of an opponent, on "practice" with a seed; on "pack" an
   * encoded pack; on "take" an encoded game.
   */
  id: string;
  /** The overlay: a dialog, a rule, or a part of a box. */
  overlay: string;
}

const PAGES = ["new", "play", "watch", "practice", "rules", "take", "pack"] as const;

export function parseRoute(hash: string): Route {
  const [page = "", id = "", overlay = ""] = hash.replace(/^#\/?/, "").split("/").map(decodePart);
  if (page === "records") return { page, id: "", overlay: id };
  if (page === "box") return { page, id, overlay };
  const knownPage = PAGES.find((known) => known === page);
  return knownPage && id ? { page: knownPage, id, overlay } : { page: "start", id: "", overlay: knownPage ? "" : page };
}

/** Decode a part of an address; an invalid one becomes empty. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

export const route: {
  now: Route;
  /** The address of the game from which the box was opened; empty if there is none. */
  returnTo: string;
} = $state({ now: parseRoute(location.hash), returnTo: "" });

addEventListener("hashchange", () => {
  const { page, id } = route.now;
  route.now = parseRoute(location.hash);
  if (route.now.page !== "box") route.returnTo = "";
  else if (page === "new" || page === "play") route.returnTo = buildHref(page, id);
  isOverlayPushed &&= route.now.overlay !== "";
});

export function buildHref(page: Route["page"], id = "", overlay = ""): string {
  const parts = page === "start" ? [overlay] : [page, id, overlay];
  return "#/" + parts.filter(Boolean).map(encodeURIComponent).join("/");
}

export function navigate(page: Route["page"], id = "", overlay = ""): void {
  location.hash = buildHref(page, id, overlay);
}

/** Open or close the overlay. The back button closes the overlay, and a new overlay replaces the old one. */
export function setOverlay(overlay: string): void {
  const { page, id, overlay: openOverlay } = route.now;
  if (overlay && openOverlay) {
    location.replace(buildHref(page, id, overlay));
  } else if (overlay) {
    isOverlayPushed = true;
    navigate(page, id, overlay);
  } else if (isOverlayPushed) {
    isOverlayPushed = false;
    history.back();
  } else {
    location.replace(buildHref(page, id));
  }
}

let isOverlayPushed = false;
