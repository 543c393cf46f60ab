import {
  Refused,
  Stale,
  Unreachable,
  type Catalogue,
  type Curve,
  type Engine,
  type Lang,
  type Moved,
  type Opponent,
  type State,
  type Summary,
  type Tracked,
} from "./engine";

/** The engine behind the local server. */
export function httpEngine(base = "api/"): Engine {
  async function call(method: string, path: string, lang: Lang | null, body?: unknown): Promise<Response> {
    const address = lang === null ? base + path : `${base}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
    const headers: Record<string, string> = { Accept: "application/json" };
    if (lang !== null) headers["Accept-Language"] = lang;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer: Response;
    try {
      answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    } catch {
      throw new Unreachable();
    }
    if (answer.ok) return answer;
    const told = await answer.json().catch(() => ({}));
    if (answer.status === 409) throw new Stale(told);
    throw new Refused(typeof told.message === "string" ? told.message : `${answer.status} ${answer.statusText}`);
  }

  const get = async <T>(path: string, lang: Lang | null): Promise<T> => (await call("GET", path, lang)).json();
  const post = async <T>(path: string, lang: Lang, body: unknown): Promise<T> =>
    (await call("POST", path, lang, body)).json();
  const of = (id: string) => `games/${encodeURIComponent(id)}`;

  return {
    opponents: (lang) => get<Opponent[]>("opponents", lang),
    rules: (game) => get<Catalogue>(`rules/${encodeURIComponent(game)}`, null),
    games: (lang) => get<Summary[]>("games", lang),
    begin: (wish, lang) => post<State>("games", lang, wish),
    sample: (game, lang, seed) => post<State>("demos", lang, { game, lang, ...(seed === undefined ? {} : { seed }) }),
    state: (id, lang) => get<State>(of(id), lang),
    past: (id, position, lang) => get<State>(`${of(id)}/at/${position}`, lang),
    tracked: (id, lang) => get<Tracked[]>(`${of(id)}/tracked`, lang),
    course: (id, lang) => get<Curve[]>(`${of(id)}/course`, lang),
    answer: (id, change, lang) => post<State>(`${of(id)}/answer`, lang, change),
    correct: (id, change, lang) => post<State>(`${of(id)}/correct`, lang, change),
    dice: (id, change, lang) => post<State>(`${of(id)}/dice`, lang, change),
    undo: (id, change, lang) => post<Moved>(`${of(id)}/undo`, lang, change),
    redo: (id, change, lang) => post<Moved>(`${of(id)}/redo`, lang, change),
    rewind: (id, change, lang) => post<Moved>(`${of(id)}/rewind`, lang, change),
    follow: (id, at, moved, gone) => {
      const stream = new EventSource(`${base}${of(id)}/events?from=${at}`);
      stream.addEventListener("moved", (event) => moved(Number(JSON.parse(event.data).at)));
      stream.addEventListener("gone", () => {
        stream.close();
        gone();
      });
      return () => stream.close();
    },
    journal: async (id) => (await call("GET", `${of(id)}/journal`, null)).text(),
    load: (text, lang) => post<State>("journals", lang, { text }),
    remove: async (id) => void (await call("DELETE", of(id), null)),
  };
}
