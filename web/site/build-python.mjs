/**
 * Build the Python files for the browser: `node site/build-python.mjs PACKAGES OUT`.
 *
 * Pyodide's own Python compiles the packages in the folder PACKAGES and the used part of the standard library into one file.
 * The output also has Pyodide and the data of the start page.
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

const [packages, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const pyodide = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

// Show the message of a Python error instead of Pyodide's source.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/packages", packages);
python.mountNodeFS("/site", here);
python.runPython(await readFile(join(here, "build_python.py"), "utf-8"));
const files = python.globals
  .get("build_files")("/packages")
  .toJs({ dict_converter: (pairs) => new Map(pairs) });
const prepared = python.globals.get("prepare_start_page")();

// The index of names and sizes, then the bytes of all files, in a custom section of an empty WebAssembly module: web hosts
// compress .wasm files, but not every other kind.
const index = Buffer.from(JSON.stringify([...files].map(([name, bytes]) => [name, bytes.length])));
const head = Buffer.alloc(4);
head.writeUInt32LE(index.length);
const section = Buffer.concat([Buffer.from([5]), Buffer.from("rival"), head, index, ...files.values()]);
const whole = Buffer.concat([Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 0]), leb(section.length), section]);

/** Return a number in LEB128 with always five bytes. */
function leb(number) {
  return Buffer.from([0, 7, 14, 21, 28].map((shift) => ((number >>> shift) & 127) | (shift < 28 ? 128 : 0)));
}

await mkdir(out, { recursive: true });
await writeFile(join(out, "python.wasm"), whole);
await writeFile(join(out, "prepared.json"), prepared);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  await copyFile(join(pyodide, name), join(out, name));
}
process.exit(0);
