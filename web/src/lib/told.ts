/** The words of the sample packs, which have translations; what an owner wrote stands as it is. */
import { settings } from "./settings.svelte";

const russian: Readonly<Record<string, string>> = {
  "First player": "Первый игрок",
  Lantern: "Фонарь",
  Ledger: "Счётная книга",
  Lens: "Лупа",
  Ladder: "Лестница",
  Loom: "Ткацкий станок",
  Lagoon: "Лагуна",
};

export function told(words: string): string {
  return (settings.lang === "ru" && russian[words]) || words;
}
