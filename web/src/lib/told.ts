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
  "$2 whenever VJ gets a battery (made up)": "2 $ каждый раз, когда VJ получает батарею (выдумано)",
  "VJ has fewer towers than you": "у VJ меньше электровышек, чем у вас",
  "a battery whenever VJ builds a tower (made up)": "батарея каждый раз, когда VJ строит электровышку (выдумано)",
  "a second wind farm in the same sector whenever VJ builds one (made up)":
    "вторая электростанция в том же секторе каждый раз, когда VJ строит электростанцию (выдумано)",
  "a small wave": "маленькая волна",
  "a tile with a wave": "жетон с волной",
  "contracts with two symbols": "контракты с двумя символами",
  "link tokens": "жетоны связи",
  "specialist scoring cards": "карты подсчёта специалистов",
  "the contract with the brightest picture": "контракт с самым ярким рисунком",
  "the sector nearest to the sea": "сектор ближе всего к морю",
  "the sector with most free sites": "сектор, где больше всего свободных площадок",
  "wind farms in zones B and C": "ветряные электростанции в зонах B и C",
};

export function told(words: string): string {
  return (settings.lang === "ru" && russian[words]) || words;
}
