/** Python in this worker: Pyodide with the compiled standard library and Rival. */
import type { PyodideAPI } from "pyodide";

/** The folder of the Python files and their sizes in bytes, written by the site build. */
export interface PythonFiles {
  folder: string;
  bytes: Record<string, number>;
}

/** The Python object that the worker calls (src/rival/browser/bridge.py). */
export interface PyodideBridge {
  file: { toJs(): Uint8Array; destroy(): void } | undefined;
  open(rows: string, packs: string): void;
  update_games(rows: string, gone: string): void;
  replace_packs(packs: string): void;
  add_journal_lines(texts: string): void;
  call(name: string, said: string, file?: Uint8Array): string;
  format_storage_failure(full: boolean, lang: string): string;
}

/** The smallest WebAssembly module, to test whether the host allows compiling. */
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

export function canCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** The file with the compiled packages, and the path of the standard library in it. */
const PACKAGE_FILE = "python.wasm";
const STDLIB_ZIP = "/lib/python314.zip";

/** The list of other packages that Pyodide requests, which is empty. */
const EMPTY_LOCK_FILE = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", version: "", python: "3.14.2" },
  packages: {},
};

/** Fetch the large files at once and count the received bytes. Pyodide's later requests get these responses. */
function prefetchFiles(files: PythonFiles, progress: (part: number) => void): Promise<[string, Uint8Array][]> {
  const totalBytes = Object.values(files.bytes).reduce((sum, size) => sum + size, 0);
  let receivedBytes = 0;
  const responses = new Map<string, Promise<Response>>();
  const plainFetch = self.fetch.bind(self);
  for (const name of Object.keys(files.bytes)) {
    const url = new URL(name, files.folder).href;
    responses.set(url, plainFetch(url).then(countBytes));
  }

  const compiled = responses.get(new URL(PACKAGE_FILE, files.folder).href)!.then(unpackFiles);
  const standard = compiled.then((all) => new Response(all.find(([name]) => name === STDLIB_ZIP)![1] as BodyInit));
  responses.set(files.folder + STDLIB_ZIP.slice(1), standard);

  function countBytes(response: Response): Response {
    if (!response.ok || !response.body) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        receivedBytes += chunk.length;
        progress(Math.min(1, receivedBytes / totalBytes));
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
  }

  self.fetch = (request, options) => {
    const response = responses.get(request instanceof Request ? request.url : String(request));
    return response ?? plainFetch(request, options);
  };
  return compiled;
}

/** The offset of the index in the package file, after the WebAssembly header (site/build-python.mjs). */
const INDEX_OFFSET = 8 + 1 + 5 + 6;

/** Split the package file into its files: the index comes first, then the bytes of all files. */
async function unpackFiles(response: Response): Promise<[string, Uint8Array][]> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(INDEX_OFFSET, true);
  let offset = INDEX_OFFSET + 4 + length;
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(INDEX_OFFSET + 4, offset))) as [string, number][];
  return index.map(([name, size]) => [name, bytes.subarray(offset, (offset += size))]);
}

interface FileSystem {
  mkdirTree(folder: string): void;
  writeFile(name: string, bytes: Uint8Array, options: { canOwn: boolean }): void;
}

function writeFiles(files: [string, Uint8Array][], disk: FileSystem): void {
  const folders = new Set(files.map(([name]) => name.slice(0, name.lastIndexOf("/"))));
  folders.forEach((folder) => disk.mkdirTree(folder));
  for (const [name, bytes] of files) disk.writeFile(name, bytes, { canOwn: true });
}

export async function startPython(files: PythonFiles, progress: (part: number) => void): Promise<PyodideBridge> {
  const compiled = prefetchFiles(files, progress);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${files.folder}pyodide.mjs`)) as {
    loadPyodide(options: Record<string, unknown>): Promise<PyodideAPI>;
  };
  const python = await loadPyodide({
    indexURL: files.folder,
    stdLibURL: files.folder + STDLIB_ZIP.slice(1),
    lockFileContents: EMPTY_LOCK_FILE,
    checkAPIVersion: false,
    env: { HOME: "/", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: async (disk: FileSystem) =>
      writeFiles(
        (await compiled).filter(([name]) => name !== STDLIB_ZIP),
        disk,
      ),
  });
  return python.runPython("import precompiled; precompiled.load()") as PyodideBridge;
}
