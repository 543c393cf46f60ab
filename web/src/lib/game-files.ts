/** Games and records as files: saving and importing. */
import type { State } from "./engine";
import { engine } from "./engine-in-use";
import { describeError } from "./game.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts";

const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Save content as a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function saveJournal(game: { id: string }): Promise<void> {
  saveFile(`${game.id}.jsonl`, new Blob([await engine.journal(game.id)], { type: "text/plain" }));
}

/** The result of an import: the ids of the games, and a message for each failure. */
export interface ImportResult {
  games: string[];
  problems: string[];
}

export async function importFiles(files: Iterable<File>): Promise<ImportResult> {
  const result: ImportResult = { games: [], problems: [] };
  for (const file of files) {
    try {
      const { games, problems } = await importFile(file);
      result.games.push(...games.map((failure) => failure.id));
      result.problems.push(...problems.map((failure) => t().importFailed(failure.file, failure.message)));
    } catch (error) {
      result.problems.push(t().importFailed(file.name, describeError(error)));
    }
  }
  return result;
}

async function importFile(file: File): Promise<{ games: State[]; problems: { file: string; message: string }[] }> {
  if (file.size > MAX_FILE_BYTES) return { games: [], problems: [{ file: file.name, message: t().gameFileTooLarge }] };
  if (await isZip(file)) return engine.takeIn(file, settings.lang);
  return { games: [(await engine.take({ text: await file.text() }, settings.lang)).state], problems: [] };
}

async function isZip(file: File): Promise<boolean> {
  return (await file.slice(0, 2).text()) === "PK";
}
