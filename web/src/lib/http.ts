import {
  Refused,
  Stale,
  Unreachable,
  type Catalogue,
  type Curve,
  type Engine,
  type Hearing,
  type Here,
  type Lang,
  type Links,
  type Moved,
  type Opponent,
  type ParView,
  type PracticeState,
  type Standing,
  type State,
  type Summary,
  type TakenIn,
  type Tracked,
} from "./engine";

/** The engine behind the local server. */
export function httpEngine(base = "api/"): Engine {
  async function call(method: string, path: string, lang: Lang | null, body?: unknown): Promise<Response> {
    const address = lang === null ? base + path : `${base}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
    const headers: Record<string, string> = { Accept: "application/json" };
    if (lang !== null) headers["Accept-Language"] = lang;
    const file = body instanceof Blob;
    if (body !== undefined) headers["Content-Type"] = file ? "application/octet-stream" : "application/json";
    let answer: Response;
    try {
      answer = await fetch(address, { method, headers, body: body === undefined || file ? body : JSON.stringify(body) });
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
    par: (id, lang) => get<ParView | null>(`${of(id)}/par`, lang),
    practice: (wish, lang) => post<PracticeState>("practice", lang, wish),
    answer: (id, change, lang) => post<State>(`${of(id)}/answer`, lang, change),
    correct: (id, change, lang) => post<State>(`${of(id)}/correct`, lang, change),
    dice: (id, change, lang) => post<State>(`${of(id)}/dice`, lang, change),
    undo: (id, change, lang) => post<Moved>(`${of(id)}/undo`, lang, change),
    redo: (id, change, lang) => post<Moved>(`${of(id)}/redo`, lang, change),
    rewind: (id, change, lang) => post<Moved>(`${of(id)}/rewind`, lang, change),
    follow: (id, at, hear) => listen(() => `${base}${of(id)}/events?from=${at()}`, hear),
    journal: async (id) => (await call("GET", `${of(id)}/journal`, null)).text(),
    load: (text, lang) => post<State>("journals", lang, { text }),
    describe: async (id, said, lang) => (await call("PATCH", of(id), lang, said)).json(),
    duplicate: (id, lang) => post<State>(`${of(id)}/duplicate`, lang, undefined),
    branch: (id, position, lang) => post<State>(`${of(id)}/branch`, lang, { position }),
    remove: async (id) => void (await call("DELETE", of(id), null)),
    deleted: (lang) => get<Summary[]>("deleted", lang),
    restore: (id, lang) => post<Summary>(`${of(id)}/restore`, lang, undefined),
    purge: async (id) => void (await call("DELETE", `deleted/${encodeURIComponent(id)}`, null)),
    exported: async () => (await call("GET", "export", null)).blob(),
    takeIn: (file, lang) => post<TakenIn>("import", lang, file),
    here: () => get<Here>("here", null),
    links: (id, lang) => get<Links>(`${of(id)}/links`, lang),
    records: (samples) => get<Standing[]>(`records?samples=${samples}`, null),
    recordsFile: async (kind, samples) => (await call("GET", `records.${kind}?samples=${samples}`, null)).blob(),
  };
}

/** How long to wait before a stream that was refused is asked for again. */
const PATIENCE = 3000;

/** A stream of events that is taken up again whatever ended it; the address says each time what is known by then. */
function listen(address: () => string, { moved, gone, connected }: Hearing): () => void {
  let stream: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(again);
    stream.close();
  }

  function begin(): void {
    stream = new EventSource(address());
    stream.addEventListener("open", () => connected(true));
    stream.addEventListener("moved", (event) => moved(Number(JSON.parse(event.data).at)));
    stream.addEventListener("gone", () => {
      stop();
      gone();
    });
    stream.addEventListener("error", () => {
      connected(false); // the browser tries again by itself, except where the answer was a refusal
      if (stream.readyState === EventSource.CLOSED) again = setTimeout(begin, PATIENCE);
    });
  }

  begin();
  return stop;
}
