import { createClient, type Call, type CallParameters } from "./client";
import { RefusedError, StaleStateError, UnreachableError, type Engine, type GameListener } from "./engine";

/** The engine on the local server. */
export function createHttpEngine(base = "api/"): Engine {
  const client = createClient(async (call, parameters) => {
    const response = await sendRequest(base, call, parameters);
    if (call.result === "none") return undefined;
    if (call.result === "text") return response.text();
    if (call.result === "zip") return { file: await response.blob(), more: response.headers.has("rival-next") };
    return response.json();
  });
  return {
    ...client,
    follow: (id, listener) => listenToEvents(`${base}games/${encodeURIComponent(id)}/events`, listener),
  };
}

async function sendRequest(base: string, call: Call, { body, file, ...parameters }: CallParameters): Promise<Response> {
  const query = new URLSearchParams();
  let path = call.path;
  for (const [name, value] of Object.entries(parameters)) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, () => encodeURIComponent(String(value)));
    else query.set(name, String(value));
  }
  const headers: Record<string, string> = { Accept: "application/json" };
  if (file) headers["Content-Type"] = "application/octet-stream";
  else if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`${base}${path}${query.size ? `?${query}` : ""}`, {
      method: call.method,
      headers,
      body: file ? (file as Blob) : body === undefined ? undefined : JSON.stringify(body),
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
      // The browser reconnects automatically, unless the response was an error.
      if (stream.readyState === EventSource.CLOSED) retryTimer = setTimeout(connect, RETRY_DELAY);
    });
  }

  connect();
  return stop;
}
