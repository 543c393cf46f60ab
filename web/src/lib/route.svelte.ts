/** Where the person is, kept in the address, so that back goes back and a reload stays. */

export interface Route {
  page: "start" | "new" | "play" | "watch" | "practice" | "rules" | "records" | "box" | "take" | "pack";
  /**
   * A game's id; an opponent's on the pages "new", "rules" and "box", with a seed after it on the page "practice"; a
   * pack on the page "pack", a game on the page "take".
   */
  id: string;
  /** What lies over the page: a sheet of the game, a rule, or a part of a box. */
  over: string;
}

const PAGES = ["new", "play", "watch", "practice", "rules", "take", "pack"] as const;

export function read(hash: string): Route {
  const [page = "", id = "", over = ""] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (page === "records") return { page, id: "", over: id };
  if (page === "box") return { page, id, over };
  const known = PAGES.find((one) => one === page);
  return known && id ? { page: known, id, over } : { page: "start", id: "", over: known ? "" : page };
}

/** A part of an address that somebody cut off or mistyped leads nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

export const route: {
  now: Route;
  /** The address of the game from which one went to the box; empty if one came from elsewhere. */
  from: string;
  /** Whether one came to this game from the box, where something may have been told. */
  told: boolean;
} = $state({ now: read(location.hash), from: "", told: false });

addEventListener("hashchange", () => {
  const { page, id } = route.now;
  route.now = read(location.hash);
  if (route.now.page !== page) route.told = page === "box";
  if (route.now.page !== "box") route.from = "";
  else if (page === "new" || page === "play") route.from = to(page, id);
  opened &&= route.now.over !== "";
});

export function to(page: Route["page"], id = "", over = ""): string {
  const parts = page === "start" ? [over] : [page, id, over];
  return "#/" + parts.filter(Boolean).map(encodeURIComponent).join("/");
}

export function go(page: Route["page"], id = "", over = ""): void {
  location.hash = to(page, id, over);
}

/** Open or close what lies over the page. Back closes it; one sheet that opens another makes way for it. */
export function lay(over: string): void {
  const { page, id, over: before } = route.now;
  if (over && before) {
    location.replace(to(page, id, over));
  } else if (over) {
    opened = true;
    go(page, id, over);
  } else if (opened) {
    opened = false;
    history.back();
  } else {
    location.replace(to(page, id));
  }
}

let opened = false;
