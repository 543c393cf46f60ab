import {
  Refused,
  Stale,
  Unreachable,
  type AmendedGame,
  type BoxState,
  type Catalogue,
  type Chapter,
  type Curve,
  type Engine,
  type Hearing,
  type Here,
  type Lang,
  type Line,
  type Links,
  type LoggedPlay,
  type Moved,
  type OfferedPack,
  type Opponent,
  type OwnPack,
  type PartDraft,
  type ParView,
  type PracticeState,
  type Records,
  type Question,
  type SharedPack,
  type State,
  type Summary,
  type Taken,
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
      answer = await fetch(address, {
        method,
        headers,
        body: body === undefined || file ? body : JSON.stringify(body),
      });
    } catch {
      throw new Unreachable();
    }
    if (answer.ok) return answer;
    const told = await answer.json().catch(() => ({}));
    if (answer.status === 409) throw new Stale(told);
    const message = typeof told.message === "string" ? told.message : `${answer.status} ${answer.statusText}`;
    throw new Refused(message, told.proposal ?? null);
  }

  const get = async <T>(path: string, lang: Lang | null): Promise<T> => (await call("GET", path, lang)).json();
  const post = async <T>(path: string, lang: Lang, body: unknown): Promise<T> =>
    (await call("POST", path, lang, body)).json();
  const pack = (game: string) => `packs/${encodeURIComponent(game)}`;
  const box = (game: string) => `box/${encodeURIComponent(game)}`;
  const of = (id: string) => `games/${encodeURIComponent(id)}`;

  return {
    opponents: (lang) => get<Opponent[]>("opponents", lang),
    rules: (game) => get<Catalogue>(`rules/${encodeURIComponent(game)}`, null),
    art: async (game) => (await call("GET", `art/${encodeURIComponent(game)}`, null)).text(),
    games: (lang) => get<Summary[]>("games", lang),
    begin: (wish, lang) => post<State>("games", lang, wish),
    sample: (game, lang, seed) => post<State>("demos", lang, { game, lang, ...(seed === undefined ? {} : { seed }) }),
    state: (id, lang) => get<State>(of(id), lang),
    past: (id, position, lang, since = 0) => get<State>(`${of(id)}/at/${position}?since=${since}`, lang),
    tracked: (id, lang) => get<Tracked[]>(`${of(id)}/tracked`, lang),
    inquiries: (id, lang) => get<Question[]>(`${of(id)}/inquiries`, lang),
    inquire: (id, asked, lang) => post<Line>(`${of(id)}/inquire`, lang, asked),
    course: (id, lang) => get<Curve[]>(`${of(id)}/course`, lang),
    chapters: (id, lang) => get<Chapter[]>(`${of(id)}/chapters`, lang),
    play: (id, lang) => get<LoggedPlay | null>(`${of(id)}/play`, lang),
    par: (id, lang) => get<ParView | null>(`${of(id)}/par`, lang),
    practice: (wish, lang) => post<PracticeState>("practice", lang, wish),
    foresee: (id, said, lang) => post<State>(`${of(id)}/foresee`, lang, said),
    answer: (id, change, lang) => post<State>(`${of(id)}/answer`, lang, change),
    correct: (id, change, lang) => post<AmendedGame>(`${of(id)}/correct`, lang, change),
    dice: (id, change, lang) => post<State>(`${of(id)}/dice`, lang, change),
    undo: (id, change, lang) => post<Moved>(`${of(id)}/undo`, lang, change),
    redo: (id, change, lang) => post<Moved>(`${of(id)}/redo`, lang, change),
    rewind: (id, change, lang) => post<Moved>(`${of(id)}/rewind`, lang, change),
    amend: (id, change, lang) => post<AmendedGame>(`${of(id)}/amend`, lang, change),
    former: (id, change, lang) => post<AmendedGame>(`${of(id)}/former`, lang, change),
    follow: (id, hear) => listen(`${base}${of(id)}/events`, hear),
    journal: async (id) => (await call("GET", `${of(id)}/journal`, null)).text(),
    load: (text, lang) => post<State>("journals", lang, { text }),
    take: (text, lang) => post<Taken>("journals/take", lang, { text }),
    describe: async (id, said, lang) => (await call("PATCH", of(id), lang, said)).json(),
    duplicate: (id, lang) => post<State>(`${of(id)}/duplicate`, lang, undefined),
    branch: (id, position, lang) => post<State>(`${of(id)}/branch`, lang, { position }),
    remove: async (id) => void (await call("DELETE", of(id), null)),
    deleted: (lang) => get<Summary[]>("deleted", lang),
    restore: (id, lang) => post<Summary>(`${of(id)}/restore`, lang, undefined),
    purge: async (id) => void (await call("DELETE", `deleted/${encodeURIComponent(id)}`, null)),
    exported: async (part) => {
      const answer = await call("GET", `export?part=${part}`, null);
      return { file: await answer.blob(), more: answer.headers.has("rival-next") };
    },
    takeIn: (file, lang) => post<TakenIn>("import", lang, file),
    pack: (game, lang) => get<OwnPack>(pack(game), lang),
    packFile: async (game, lang) => (await call("GET", `${pack(game)}/file`, lang)).text(),
    takePack: async (game, text, lang) => (await call("PUT", pack(game), lang, { text })).json(),
    forgetPack: async (game) => void (await call("DELETE", pack(game), null)),
    box: (game, lang) => get<BoxState>(box(game), lang),
    boxPart: (game, said, lang) => post<PartDraft>(`${box(game)}/part`, lang, said),
    tellPart: (game, said, lang) => post<BoxState>(`${box(game)}/tell`, lang, said),
    checkPart: (game, part, checked, lang) => post<BoxState>(`${box(game)}/check`, lang, { part, checked }),
    forgetPart: (game, part, lang) => post<BoxState>(`${box(game)}/forget`, lang, { part }),
    describePack: (game, said, lang) => post<BoxState>(`${box(game)}/describe`, lang, said),
    undoBox: (game, lang) => post<BoxState>(`${box(game)}/undo`, lang, undefined),
    shareParts: (game, parts, lang) => post<SharedPack>(`${box(game)}/share`, lang, { parts }),
    offeredPack: (text, lang) => post<OfferedPack>("offers", lang, { text }),
    takeParts: (said, lang) => post<BoxState>("offers/take", lang, said),
    takeOver: (id, change, lang) => post<State>(`${of(id)}/box`, lang, change),
    here: () => get<Here>("here", null),
    network: async (open, lang) => (await call("PUT", "network", lang, { open })).json(),
    links: (id, lang) => get<Links>(`${of(id)}/links`, lang),
    renewLinks: (id, lang) => post<Links>(`${of(id)}/links`, lang, {}),
    letGuestsRename: async (id, rename, lang) => (await call("PUT", `${of(id)}/guests`, lang, { rename })).json(),
    records: (samples, lang) => get<Records>(`records?samples=${samples}`, lang),
    recordsFile: async (kind, samples) => (await call("GET", `records.${kind}?samples=${samples}`, null)).blob(),
  };
}

/** How long to wait before a stream that was refused is asked for again, and before a lost one is worth a word. */
const PATIENCE = 3000;
const HICCUP = 1500;

/** A stream of events that is taken up again whatever ended it. */
function listen(address: string, { moved, gone, connected }: Hearing): () => void {
  let stream: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(again);
    clearTimeout(lost);
    stream.close();
  }

  function begin(): void {
    stream = new EventSource(address);
    stream.addEventListener("open", () => {
      clearTimeout(lost);
      lost = undefined;
      connected(true);
    });
    stream.addEventListener("moved", (event) => {
      const { at, edition } = JSON.parse(event.data);
      moved(Number(at), Number(edition));
    });
    stream.addEventListener("gone", () => {
      stop();
      gone();
    });
    stream.addEventListener("error", () => {
      lost ??= setTimeout(() => connected(false), HICCUP);
      // The browser tries again by itself, except where the answer was a refusal.
      if (stream.readyState === EventSource.CLOSED) again = setTimeout(begin, PATIENCE);
    });
  }

  begin();
  return stop;
}
