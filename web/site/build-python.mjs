/**
 * Makes what Python needs in the browser: `node site/build-python.mjs PACKAGES OUT`.
 *
 * Pyodide's own Python compiles the packages of the folder PACKAGES and that part of the standard library that they use, into
 * one file; beside it come Pyodide itself, its licence, and what a start page shows before there is any Python.
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

const [packages, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const pyodide = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

// What goes wrong in Python is told by its own words, not by a page of Pyodide's source.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/packages", packages);
python.mountNodeFS("/site", here);
python.runPython(await readFile(join(here, "build_python.py"), "utf-8"));
const files = python.globals
  .get("compiled")("/packages")
  .toJs({ dict_converter: (pairs) => new Map(pairs) });
const prepared = python.globals.get("prepared")();

// Names and sizes, then all bytes one after the other; as a section that nobody runs of a program that does nothing: web
// hosts send such files in compressed form, which they don't do with every kind.
const index = Buffer.from(JSON.stringify([...files].map(([name, bytes]) => [name, bytes.length])));
const head = Buffer.alloc(4);
head.writeUInt32LE(index.length);
const section = Buffer.concat([Buffer.from([5]), Buffer.from("rival"), head, index, ...files.values()]);
const whole = Buffer.concat([Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 0]), leb(section.length), section]);

/** A number as WebAssembly writes it, always in five bytes. */
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
