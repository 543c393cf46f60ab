/** Python in this worker: Pyodide with the part of the standard library that is used and Rival itself, compiled. */
import type { PyodideAPI } from "pyodide";

/** Where the files of Python are, and how many bytes each has once it is unpacked; written when the site is built. */
export interface PythonFiles {
  folder: string;
  bytes: Record<string, number>;
}

/** What the worker calls in Python (src/rival/browser/desk.py). */
export interface Desk {
  file: { toJs(): Uint8Array; destroy(): void } | undefined;
  open(rows: string, packs: string): void;
  know(rows: string, gone: string): void;
  know_packs(packs: string): void;
  bring(texts: string): void;
  call(name: string, said: string, file?: Uint8Array): string;
  not_kept(full: boolean, lang: string): string;
}

/** The smallest program there is. A host that forbids the browser to compile one would let it wait for ever. */
const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

export function mayCompile(): boolean {
  try {
    return new WebAssembly.Module(NOTHING) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** Where Python has its standard library: the first of the files, which Pyodide asks for by an address. */
const COMPILED = "python.wasm";
const STANDARD = "/lib/python314.zip";

/** Pyodide asks what other packages there are: none. */
const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", version: "", python: "3.14.2" },
  packages: {},
};

/** Fetch what will be needed at once, counting what has come. Pyodide asks for it later, by the same addresses. */
function ahead(files: PythonFiles, progress: (part: number) => void): Promise<[string, Uint8Array][]> {
  const whole = Object.values(files.bytes).reduce((sum, one) => sum + one, 0);
  let come = 0;
  const answers = new Map<string, Promise<Response>>();
  const plainFetch = self.fetch.bind(self);
  for (const name of Object.keys(files.bytes)) {
    const address = new URL(name, files.folder).href;
    answers.set(address, plainFetch(address).then(counted));
  }

  const compiled = answers.get(new URL(COMPILED, files.folder).href)!.then(unpacked);
  const standard = compiled.then((all) => new Response(all.find(([name]) => name === STANDARD)![1] as BodyInit));
  answers.set(files.folder + STANDARD.slice(1), standard);

  function counted(answer: Response): Response {
    if (!answer.ok || !answer.body) return answer;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        come += chunk.length;
        progress(Math.min(1, come / whole));
        out.enqueue(chunk);
      },
    });
    return new Response(answer.body.pipeThrough(count), { status: answer.status, headers: answer.headers });
  }

  self.fetch = (wanted, how) => {
    const known = answers.get(wanted instanceof Request ? wanted.url : String(wanted));
    return known ?? plainFetch(wanted, how);
  };
  return compiled;
}

/** Where the names and sizes of the files begin, after what makes it a program to a web host (site/build-python.mjs). */
const BEGIN = 8 + 1 + 5 + 6;

/** Names and sizes come first, then the bytes of all files one after the other. */
async function unpacked(answer: Response): Promise<[string, Uint8Array][]> {
  const whole = new Uint8Array(await answer.arrayBuffer());
  const length = new DataView(whole.buffer).getUint32(BEGIN, true);
  let at = BEGIN + 4 + length;
  const index = JSON.parse(new TextDecoder().decode(whole.subarray(BEGIN + 4, at))) as [string, number][];
  return index.map(([name, size]) => [name, whole.subarray(at, (at += size))]);
}

interface Files {
  mkdirTree(folder: string): void;
  writeFile(name: string, bytes: Uint8Array, how: { canOwn: boolean }): void;
}

function laid(files: [string, Uint8Array][], disk: Files): void {
  const folders = new Set(files.map(([name]) => name.slice(0, name.lastIndexOf("/"))));
  folders.forEach((folder) => disk.mkdirTree(folder));
  for (const [name, bytes] of files) disk.writeFile(name, bytes, { canOwn: true });
}

export async function start(files: PythonFiles, progress: (part: number) => void): Promise<Desk> {
  const compiled = ahead(files, progress);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${files.folder}pyodide.mjs`)) as {
    loadPyodide(how: Record<string, unknown>): Promise<PyodideAPI>;
  };
  const python = await loadPyodide({
    indexURL: files.folder,
    stdLibURL: files.folder + STANDARD.slice(1),
    lockFileContents: LOCK,
    checkAPIVersion: false,
    env: { HOME: "/", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: async (disk: Files) =>
      laid(
        (await compiled).filter(([name]) => name !== STANDARD),
        disk,
      ),
  });
  return python.runPython("import precompiled; precompiled.load()") as Desk;
}
