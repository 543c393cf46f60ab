/**
 * The words of VJ cards. The engine tells the parts of a card in the English words of a pack; here each gets
 * its sign, and its words in the language of the page.
 */
import { settings } from "../../lib/settings.svelte";
import { words } from "./words";
import type { SignName } from "./Sign.svelte";

export interface Meaning {
  sign: SignName;
  /** A market, where the sign is one. */
  market?: string;
  words: string;
  /** What is drawn behind it (PA-84). */
  behind?: Meaning;
}

type Rule = [RegExp, SignName, (found: RegExpMatchArray) => string, (found: RegExpMatchArray) => string];

const market = (name: string | undefined) => words().markets[name ?? ""] ?? name ?? "";
const amount = (n: string | undefined) => (n ? ` ${n}` : "");

// [what the pack says, its sign, in English, in Russian]
const RULES: Rule[] = [
  [/^wind farms$/, "farm", () => "wind farms", () => "ветряные электростанции"],
  [/^chain tokens$/, "chain", () => "chain tokens", () => "жетоны цепи"],
  [/^energy below (\d+)$/, "energy", (f) => `energy < ${f[1]}`, (f) => `энергии < ${f[1]}`],
  [/^all transformers blocked$/, "transformer", () => "all transformers blocked", () => "все трансфор\u00adматоры заблоки\u00adрованы"],
  [/^not enough energy for a contract$/, "energy", () => "not enough for a contract", () => "не хватает на контракт"],
  [/^a contract is available$/, "contract", () => "a contract is available", () => "есть доступный контракт"],
  [/^a contract with two market symbols$/, "two", () => "a contract with two symbols", () => "контракт с двумя символами"],
  [/^a contract with the ([\w-]+) symbol$/, "market", (f) => `a ${market(f[1])} contract`, (f) => `контракт: ${market(f[1])}`],
  [/^a tower in a foreign-market sector$/, "foreign", () => "a tower at a foreign market", () => "вышка у внешнего рынка"],
  [/^farm$/, "farm", () => "wind farm", () => "электро\u00adстанция"],
  [/^tower$/, "tower", () => "tower", () => "вышка"],
  [/^contract$/, "contract", () => "contract", () => "контракт"],
  [/^foreign(-market)? sale$/, "foreign", () => "foreign sale", () => "внешний рынок"],
  [/^most of your structures$/, "structures", () => "your structures", () => "ваши объекты"],
  [/^most of your bulldozers$/, "bulldozer", () => "your bulldozers", () => "ваши бульдозеры"],
  [/^most ([\w-]+) symbols$/, "market", (f) => `most ${market(f[1])}`, (f) => `больше: ${market(f[1])}`],
  [/^cheapest contract$/, "cheapest", () => "cheapest", () => "дешевле всех"],
  [/^sector (\w+)$/, "sector", (f) => `sector ${f[1]}`, (f) => `сектор ${f[1]}`],
  [/^rightmost-or-lowest marker$/, "marker", () => "edge marker", () => "крайний маркер"],
  [/^([\w-]+) symbol$/, "market", (f) => market(f[1]), (f) => market(f[1])],
  [/^two market symbols$/, "two", () => "two symbols", () => "два символа"],
  [/^eye$/, "eye", () => "next card", () => "следующая карта"],
  [/^you choose$/, "hand", () => "you choose", () => "выбираете вы"],
  [/^\$(\d+)$/, "money", (f) => `$${f[1]}`, (f) => `${f[1]} $`],
  [/^energy(?: (\d+))?$/, "energy", (f) => `energy${amount(f[1])}`, (f) => `энергия${amount(f[1])}`],
  [/^battery(?: (\d+))?$/, "battery", (f) => `battery${amount(f[1])}`, (f) => `батарея${amount(f[1])}`],
  [/^income(?: (\d+))?$/, "marker", (f) => `income${amount(f[1])}`, (f) => `доход${amount(f[1])}`],
  [/^bulldozer(?: (\d+))?$/, "bulldozer", (f) => `bulldozer${amount(f[1])}`, (f) => `бульдозер${amount(f[1])}`],
  [/^specialist(?: (\d+))?$/, "specialist", (f) => `specialist${amount(f[1])}`, (f) => `специалист${amount(f[1])}`],
  [/^link(?: (\d+))?$/, "link", (f) => `link${amount(f[1])}`, (f) => `связь${amount(f[1])}`],
];

export function meaning(phrase: string): Meaning {
  const text = phrase.trim().replace(/^then\s+/i, "");
  const [front = "", ...behind] = text.split(/,\s*behind it\s+/i);
  if (behind.length && !text.startsWith("other(")) return { ...meaning(front), behind: meaning(behind.join(", behind it ")) };
  const own = /^other\("(.*)"\)$/s.exec(text);
  if (own) return { sign: "other", words: `“${own[1]?.replace(/\\(.)/g, "$1")}”` };
  for (const [pattern, sign, en, ru] of RULES) {
    const found = pattern.exec(text);
    if (found) return { sign, market: sign === "market" ? found[1] : undefined, words: settings.lang === "ru" ? ru(found) : en(found) };
  }
  return { sign: "other", words: text };
}
