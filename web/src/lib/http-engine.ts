import {
  RefusedError,
  StaleStateError,
  UnreachableError,
  type AmendedGame,
  type BoxState,
  type Catalogue,
  type Chapter,
  type Curve,
  type Engine,
  type GameListener,
  type Capabilities,
  type Lang,
  type ReasonLine,
  type Links,
  type PlayLogEntry,
  type UndoInstruction,
  type RewoundGame,
  type OfferedPack,
  type Opponent,
  type OwnPack,
  type PartDraft,
  type SampleComparison,
  type PracticeState,
  type GameStatistics,
  type Question,
  type SharedPack,
  type State,
  type Summary,
  type ImportedGame,
  type ImportedGames,
  type TrackedItem,
} from "./engine";

/** The engine on the local server. */
export function createHttpEngine(base = "api/"): Engine {
  async function request(method: string, path: string, lang: Lang | null, body?: unknown): Promise<Response> {
    const address = lang === null ? base + path : `${base}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
    const headers: Record<string, string> = { Accept: "application/json" };
    if (lang !== null) headers["Accept-Language"] = lang;
    const isFile = body instanceof Blob;
    if (body !== undefined) headers["Content-Type"] = isFile ? "application/octet-stream" : "application/json";
    let response: Response;
    try {
      response = await fetch(address, {
        method,
        headers,
        body: body === undefined || isFile ? body : JSON.stringify(body),
      });
    } catch {
      throw new UnreachableError();
    }
    if (response.ok) return response;
    const details = await response.json().catch(() => ({}));
    if (response.status === 409) throw new StaleStateError(details);
    const message = typeof details.message === "string" ? details.message : `${response.status} ${response.statusText}`;
    throw new RefusedError(message, details.proposal ?? null);
  }

  const get = async <T>(path: string, lang: Lang | null): Promise<T> => (await request("GET", path, lang)).json();
  const post = async <T>(path: string, lang: Lang, body: unknown): Promise<T> =>
    (await request("POST", path, lang, body)).json();
  const packPath = (game: string) => `packs/${encodeURIComponent(game)}`;
  const boxPath = (game: string) => `box/${encodeURIComponent(game)}`;
  const gamePath = (id: string) => `games/${encodeURIComponent(id)}`;

  return {
    opponents: (lang) => get<Opponent[]>("opponents", lang),
    rules: (game) => get<Catalogue>(`rules/${encodeURIComponent(game)}`, null),
    art: async (game) => (await request("GET", `art/${encodeURIComponent(game)}`, null)).text(),
    games: (lang) => get<Summary[]>("games", lang),
    begin: (body, lang) => post<State>("games", lang, body),
    sample: (game, lang, seed) => post<State>("demos", lang, { game, lang, ...(seed === undefined ? {} : { seed }) }),
    state: (id, lang) => get<State>(gamePath(id), lang),
    corrections: (id, position, lang) => get<UndoInstruction[]>(`${gamePath(id)}/corrections/${position}`, lang),
    past: (id, position, lang, since = 0) => get<State>(`${gamePath(id)}/at/${position}?since=${since}`, lang),
    tracked: (id, lang) => get<TrackedItem[]>(`${gamePath(id)}/tracked`, lang),
    inquiries: (id, lang) => get<Question[]>(`${gamePath(id)}/inquiries`, lang),
    inquire: (id, inquiry, lang) => post<ReasonLine>(`${gamePath(id)}/inquire`, lang, inquiry),
    course: (id, lang) => get<Curve[]>(`${gamePath(id)}/course`, lang),
    chapters: (id, lang) => get<Chapter[]>(`${gamePath(id)}/chapters`, lang),
    play: (id, lang) => get<PlayLogEntry | null>(`${gamePath(id)}/play`, lang),
    par: (id, lang) => get<SampleComparison | null>(`${gamePath(id)}/par`, lang),
    practice: (body, lang) => post<PracticeState>("practice", lang, body),
    foresee: (id, body, lang) => post<State>(`${gamePath(id)}/foresee`, lang, body),
    answer: (id, change, lang) => post<State>(`${gamePath(id)}/answer`, lang, change),
    correct: (id, change, lang) => post<AmendedGame>(`${gamePath(id)}/correct`, lang, change),
    dice: (id, change, lang) => post<State>(`${gamePath(id)}/dice`, lang, change),
    undo: (id, change, lang) => post<RewoundGame>(`${gamePath(id)}/undo`, lang, change),
    redo: (id, change, lang) => post<RewoundGame>(`${gamePath(id)}/redo`, lang, change),
    rewind: (id, change, lang) => post<RewoundGame>(`${gamePath(id)}/rewind`, lang, change),
    amend: (id, change, lang) => post<AmendedGame>(`${gamePath(id)}/amend`, lang, change),
    former: (id, change, lang) => post<AmendedGame>(`${gamePath(id)}/former`, lang, change),
    follow: (id, listener) => listenToEvents(`${base}${gamePath(id)}/events`, listener),
    journal: async (id) => (await request("GET", `${gamePath(id)}/journal`, null)).text(),
    load: (text, lang) => post<State>("journals", lang, { text }),
    take: (text, lang) => post<ImportedGame>("journals/take", lang, { text }),
    describe: async (id, body, lang) => (await request("PATCH", gamePath(id), lang, body)).json(),
    duplicate: (id, lang) => post<State>(`${gamePath(id)}/duplicate`, lang, undefined),
    branch: (id, position, lang) => post<State>(`${gamePath(id)}/branch`, lang, { position }),
    remove: async (id) => void (await request("DELETE", gamePath(id), null)),
    deleted: (lang) => get<Summary[]>("deleted", lang),
    restore: (id, lang) => post<Summary>(`${gamePath(id)}/restore`, lang, undefined),
    purge: async (id) => void (await request("DELETE", `deleted/${encodeURIComponent(id)}`, null)),
    exported: async (part) => {
      const response = await request("GET", `export?part=${part}`, null);
      return { file: await response.blob(), more: response.headers.has("rival-next") };
    },
    takeIn: (file, lang) => post<ImportedGames>("import", lang, file),
    pack: (game, lang) => get<OwnPack>(packPath(game), lang),
    packFile: async (game, lang) => (await request("GET", `${packPath(game)}/file`, lang)).text(),
    takePack: async (game, text, lang) => (await request("PUT", packPath(game), lang, { text })).json(),
    forgetPack: async (game) => void (await request("DELETE", packPath(game), null)),
    box: (game, lang) => get<BoxState>(boxPath(game), lang),
    boxPart: (game, body, lang) => post<PartDraft>(`${boxPath(game)}/part`, lang, body),
    tellPart: (game, body, lang) => post<BoxState>(`${boxPath(game)}/tell`, lang, body),
    checkPart: (game, part, checked, lang) => post<BoxState>(`${boxPath(game)}/check`, lang, { part, checked }),
    forgetPart: (game, part, lang) => post<BoxState>(`${boxPath(game)}/forget`, lang, { part }),
    describePack: (game, body, lang) => post<BoxState>(`${boxPath(game)}/describe`, lang, body),
    undoBox: (game, lang) => post<BoxState>(`${boxPath(game)}/undo`, lang, undefined),
    shareParts: (game, parts, lang) => post<SharedPack>(`${boxPath(game)}/share`, lang, { parts }),
    offeredPack: (text, lang) => post<OfferedPack>("offers", lang, { text }),
    takeParts: (body, lang) => post<BoxState>("offers/take", lang, body),
    takeOver: (id, change, lang) => post<State>(`${gamePath(id)}/box`, lang, change),
    here: () => get<Capabilities>("here", null),
    network: async (open, lang) => (await request("PUT", "network", lang, { open })).json(),
    links: (id, lang) => get<Links>(`${gamePath(id)}/links`, lang),
    renewLinks: (id, lang) => post<Links>(`${gamePath(id)}/links`, lang, {}),
    letGuestsRename: async (id, rename, lang) =>
      (await request("PUT", `${gamePath(id)}/guests`, lang, { rename })).json(),
    records: (samples, lang) => get<GameStatistics>(`records?samples=${samples}`, lang),
    recordsFile: async (kind, samples) => (await request("GET", `records.${kind}?samples=${samples}`, null)).blob(),
  };
}

/** Milliseconds before a refused stream is opened again, and before a lost connection is reported. */
const RETRY_DELAY = 3000;
const DISCONNECT_DELAY = 1500;

/** Listen to an event stream and reopen it whenever it ends. */
function listenToEvents(address: string, { onMoved, onGone, onConnected }: GameListener): () => void {
  let stream: EventSource;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(retryTimer);
    clearTimeout(lostTimer);
    stream.close();
  }

  function connect(): void {
    stream = new EventSource(address);
    stream.addEventListener("open", () => {
      clearTimeout(lostTimer);
      lostTimer = undefined;
      onConnected(true);
    });
    stream.addEventListener("moved", (event) => {
      const { at, edition } = JSON.parse(event.data);
      onMoved(Number(at), Number(edition));
    });
    stream.addEventListener("gone", () => {
      stop();
      onGone();
    });
    stream.addEventListener("error", () => {
      lostTimer ??= setTimeout(() => onConnected(false), DISCONNECT_DELAY);
      // The browser reconnects by itself, unless the answer was an error.
      if (stream.readyState === EventSource.CLOSED) retryTimer = setTimeout(connect, RETRY_DELAY);
    });
  }

  connect();
  return stop;
}
