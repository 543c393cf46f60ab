/** Games and records as files, to the person and from the person. */
import type { State } from "./engine";
import { engine } from "./engine-in-use";
import { sentence } from "./game.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts";

const LARGEST = 32 * 1024 * 1024;

/** Hand something to the person as a file. */
export function saveAs(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function saveJournal(game: { id: string }): Promise<void> {
  saveAs(`${game.id}.jsonl`, new Blob([await engine.journal(game.id)], { type: "text/plain" }));
}

/** What came of taking in files: the ids of the games, and a sentence for each file that was none. */
export interface Taken {
  games: string[];
  problems: string[];
}

export async function takeIn(files: Iterable<File>): Promise<Taken> {
  const taken: Taken = { games: [], problems: [] };
  for (const file of files) {
    try {
      const { games, problems } = await read(file);
      taken.games.push(...games.map((one) => one.id));
      taken.problems.push(...problems.map((one) => t().notTaken(one.file, one.message)));
    } catch (error) {
      taken.problems.push(t().notTaken(file.name, sentence(error)));
    }
  }
  return taken;
}

async function read(file: File): Promise<{ games: State[]; problems: { file: string; message: string }[] }> {
  if (file.size > LARGEST) return { games: [], problems: [{ file: file.name, message: t().tooLarge }] };
  if (await isZip(file)) return engine.takeIn(file, settings.lang);
  return { games: [(await engine.take(await file.text(), settings.lang)).state], problems: [] };
}

async function isZip(file: File): Promise<boolean> {
  return (await file.slice(0, 2).text()) === "PK";
}
