/** Words on the drawings of Pampero, and the words of VJ's cards. */
import { settings } from "../../lib/settings.svelte";
import { told } from "../../lib/told";

const en = {
  vj: "VJ",
  you: "you",
  turn: "Turn",
  lastTurn: "last turn",
  setUp: "set-up",
  yourTurn: "your turn",
  vjsTurn: "VJ’s turn",
  scoring: "scoring",
  nextScoring: "Next scoring",
  finalScoring: "the final one",
  notTracked: "not tracked",
  unknown: "not known yet",
  none: "none",
  scale: "Majority scale",
  lead: (n: number) => `you lead by ${n}`,
  behind: (n: number) => `VJ leads by ${n}`,
  tie: "a tie: counts as VJ’s",
  outOfUse: "face down: not in use",
  goTo: "Parts of the table",
  cards: "VJ’s cards",
  card: (n: string) => `Card ${n}`,
  majority: (what: string) => `majority: ${what}`,
  faceDown: "face down",
  inUse: "in use",
  passed: "came to nothing",
  section: (n: number | string) => `Section ${n}`,
  unplaced: "place on the card unknown",
  condition: "If",
  action: "then",
  bonus: "Bonus",
  rear: "· behind it:",
  toCheck: "to be checked",
  map: "whole map",
  upper: "tile",
  lower: "printed",
  sectors: "Sectors",
  zone: (zone: string) => `Zone ${zone}`,
  farms: "farms",
  towers: "towers",
  transformers: "transformers",
  onFarmSites: "bulldozers on farm sites",
  onTowerSites: "bulldozers on tower sites",
  onEitherSites: "bulldozers on sites for either",
  contracts: "Contracts",
  linkTokens: "Link tokens",
  foreignMarket: "Foreign market",
  bonusBoard: "Tower-bonus board",
  tile: (n: string) => `tile ${n}`,
  noTiles: "no tiles",
  printed: "printed",
  covered: "under the tiles",
  grid: "VJ’s grid board",
  energy: "Energy",
  ofTen: (n: number) => `${n} of 10`,
  batteries: "Batteries",
  inSupply: (n: number) => `${n} in the supply`,
  money: "Money",
  dollars: (n: number) => `$${n}`,
  chain: "Chain tokens",
  towersLeft: "Towers left",
  farmsLeft: "Farms left",
  bulldozersLeft: "Bulldozers left",
  skipToken: "Skip-turn token",
  unused: "unused",
  used: "used",
  tiles: "Bonus tiles",
  specialists: "Specialist cards",
  income: "Income markers",
  space: (n: number) => `space ${n}`,
  column: (n: string) => `Column ${n}`,
  columns: "Columns",
  blocked: "blocked",
  open: "open",
  place: (name: string) => `place ${name}`,
  free: "free",
  parking: "Parking",
  cost: (energy: number, batteries: number) => `energy ${energy}${batteries ? ` + ${batteries} bat.` : ""}`,
  unknownCost: "cost not told",
  markets: {} as Record<string, string>,
};

const ru: typeof en = {
  vj: "VJ",
  you: "вы",
  turn: "Ход",
  lastTurn: "последний ход",
  setUp: "подготовка",
  yourTurn: "ваш ход",
  vjsTurn: "ход VJ",
  scoring: "подсчёт",
  nextScoring: "Ближайший подсчёт",
  finalScoring: "итоговый",
  notTracked: "не считаем",
  unknown: "пока неизвестно",
  none: "нет",
  scale: "Шкала большинства",
  lead: (n) => `вы впереди на ${n}`,
  behind: (n) => `VJ впереди на ${n}`,
  tie: "ничья: считается за VJ",
  outOfUse: "лицом вниз: не действует",
  goTo: "Части стола",
  cards: "Карты VJ",
  card: (n) => `Карта ${n}`,
  majority: (what) => `большинство: ${what}`,
  faceDown: "лицом вниз",
  inUse: "действует",
  passed: "не выполнено",
  section: (n) => `Секция ${n}`,
  unplaced: "место на карте неизвестно",
  condition: "Если",
  action: "то",
  bonus: "Бонус",
  rear: "· позади:",
  toCheck: "надо проверить",
  map: "всё поле",
  upper: "жетон",
  lower: "напечатано",
  sectors: "Сектора",
  zone: (zone) => `Зона ${zone}`,
  farms: "электростанции",
  towers: "электровышки",
  transformers: "трансформаторы",
  onFarmSites: "бульдозеры: для станций",
  onTowerSites: "бульдозеры: для вышек",
  onEitherSites: "бульдозеры: общие площадки",
  contracts: "Контракты",
  linkTokens: "Жетоны связи",
  foreignMarket: "Внешний рынок",
  bonusBoard: "Поле бонусов вышек",
  tile: (n) => `жетон ${n}`,
  noTiles: "жетонов нет",
  printed: "напечатано",
  covered: "под жетонами",
  grid: "Планшет сети VJ",
  energy: "Энергия",
  ofTen: (n) => `${n} из 10`,
  batteries: "Батареи",
  inSupply: (n) => `в запасе ${n}`,
  money: "Деньги",
  dollars: (n) => `${n} $`,
  chain: "Жетоны цепи",
  towersLeft: "Осталось вышек",
  farmsLeft: "Осталось станций",
  bulldozersLeft: "Осталось бульдозеров",
  skipToken: "Жетон пропуска хода",
  unused: "не использован",
  used: "использован",
  tiles: "Жетоны бонусов",
  specialists: "Карты специалистов",
  income: "Маркеры дохода",
  space: (n) => `ячейка ${n}`,
  column: (n) => `Столбец ${n}`,
  columns: "Столбцы",
  blocked: "заблокированы",
  open: "открыты",
  place: (name) => `место ${name}`,
  free: "свободно",
  parking: "Парковка",
  cost: (energy, batteries) => `энергия ${energy}${batteries ? ` + ${batteries} бат.` : ""}`,
  unknownCost: "цена не названа",
  markets: {
    commercial: "коммерческий",
    industrial: "промышленный",
    remote: "удалённый",
    residential: "жилищный",
    tourism: "туристический",
  },
};

export function words(): typeof en {
  return settings.lang === "ru" ? ru : en;
}

export const market = (name: string): string => words().markets[name] ?? name;

export type GlyphName =
  | "farm"
  | "tower"
  | "transformer"
  | "bulldozer"
  | "contract"
  | "energy"
  | "battery"
  | "income"
  | "money"
  | "link"
  | "chain"
  | "specialist"
  | "abroad"
  | "symbol"
  | "structures"
  | "sector"
  | "eye"
  | "hand";

/** The words of the cards: how a pack writes them, the sign that goes with them, and how they read in each language. */
const ICONS: readonly [RegExp, GlyphName | null, string, string][] = [
  [/^wind farms$/, "farm", "wind farms", "ветряные электростанции"],
  [/^towers$/, "tower", "towers", "электровышки"],
  [/^transformers$/, "transformer", "transformers", "трансформаторы"],
  [/^contracts$/, "contract", "contracts", "контракты"],
  [/^chain tokens$/, "chain", "chain tokens", "жетоны цепи"],
  [/^bonus tiles$/, null, "bonus tiles", "жетоны бонусов вышек"],
  [/^batteries$/, "battery", "batteries", "батареи"],
  [/^bulldozers$/, "bulldozer", "bulldozers", "бульдозеры"],
  [/^wind farms in zone ([ABC])$/, "farm", "wind farms in zone $1", "ветряные электростанции в зоне $1"],
  [/^towers in zone ([ABC])$/, "tower", "towers in zone $1", "электровышки в зоне $1"],
  [/^transformers in zone ([ABC])$/, "transformer", "transformers in zone $1", "трансформаторы в зоне $1"],
  [/^contracts in zone ([ABC])$/, "contract", "contracts in zone $1", "контракты зоны $1"],
  [/^bulldozers in zone ([ABC])$/, "bulldozer", "bulldozers in zone $1", "бульдозеры в зоне $1"],
  [/^contracts with the ([\w-]+) symbol$/, "contract", "contracts with the $m symbol", "контракты с символом «$m»"],
  [
    /^bonus tiles with the ([\w-]+) symbol$/,
    "symbol",
    "bonus tiles with the $m symbol",
    "жетоны бонусов с символом «$m»",
  ],
  [/^energy below (\d+)$/, "energy", "energy below $1", "энергии меньше $1"],
  [/^all transformers blocked$/, "transformer", "all transformers blocked", "все трансформаторы заблокированы"],
  [
    /^not enough energy for a contract$/,
    "energy",
    "not enough energy for a contract",
    "не хватает энергии на контракт",
  ],
  [/^a contract is available$/, "contract", "a contract is available", "есть доступный контракт"],
  [
    /^a contract with two market symbols$/,
    "contract",
    "a contract with two market symbols",
    "есть контракт с двумя символами рынка",
  ],
  [
    /^a contract with the ([\w-]+) symbol$/,
    "contract",
    "a contract with the $m symbol",
    "есть контракт с символом «$m»",
  ],
  [
    /^a tower in a foreign-market sector$/,
    "tower",
    "a tower in a foreign-market sector",
    "есть электровышка в секторе с картой внешнего рынка",
  ],
  [/^farm$/, "farm", "build a wind farm", "построить ветряную электростанцию"],
  [/^tower$/, "tower", "build a tower", "построить электровышку"],
  [/^contract$/, "contract", "fulfil a contract", "выполнить контракт"],
  [/^foreign sale$/, "abroad", "foreign-market sale", "продажа на внешнем рынке"],
  [/^most of your structures$/, "structures", "most of your structures", "больше всего ваших построенных объектов"],
  [/^most of your bulldozers$/, "bulldozer", "most of your bulldozers", "больше всего ваших бульдозеров"],
  [/^most ([\w-]+) symbols$/, "symbol", "most $m symbols", "больше всего символов «$m»"],
  [/^cheapest contract$/, "contract", "cheapest contract", "самый дешёвый контракт"],
  [/^sector (\w+)$/, "sector", "sector $1", "сектор $1"],
  [/^foreign-market sale$/, "abroad", "foreign-market sale", "продажа на внешнем рынке"],
  [/^rightmost-or-lowest marker$/, "income", "rightmost or lowest marker", "крайний правый или нижний маркер"],
  [/^two market symbols$/, "symbol", "two market symbols", "два символа рынка"],
  [/^([\w-]+) symbol$/, "symbol", "$m symbol", "символ «$m»"],
  [/^eye$/, "eye", "eye: next card", "глаз: следующая карта"],
  [/^you choose$/, "hand", "you choose", "выбираете вы"],
  [/^\$(\d+)$/, "money", "$$$1", "$1 $$"],
  [/^energy ?(\d*)$/, "energy", "energy $1", "энергия $1"],
  [/^battery ?(\d*)$/, "battery", "battery $1", "батарея $1"],
  [/^income ?(\d*)$/, "income", "income $1", "доход $1"],
  [/^bulldozer ?(\d*)$/, "bulldozer", "bulldozer $1", "бульдозер $1"],
  [/^specialist ?(\d*)$/, "specialist", "specialist $1", "специалист $1"],
  [/^link ?(\d*)$/, "link", "link $1", "связь $1"],
];

export interface IconWords {
  glyph: GlyphName | null;
  text: string;
  /** The secondary sign that is drawn behind the first. */
  behind: IconWords | null;
}

/** What a part of a card says, with its sign. Words that were found for a sign are shown as they are told. */
export function iconWords(written: string): IconWords {
  const plain = written.replace(/^then /, "");
  const [front = plain, rear] = plain.startsWith("other(") ? [plain] : plain.split(", behind it ");
  const behind = rear === undefined ? null : iconWords(rear);
  const own = /^other\("(.*)"\)$/s.exec(front)?.[1];
  if (own !== undefined) return { glyph: null, text: told(own.replace(/\\(.)/g, "$1")), behind };
  for (const [form, glyph, english, russian] of ICONS) {
    const found = form.exec(front);
    if (!found) continue;
    const gap = found[1] ?? "";
    const fill: { [mark: string]: string } = { $$: "$", $m: market(gap), $1: gap };
    const sentence = settings.lang === "ru" ? russian : english;
    return { glyph, text: sentence.replace(/\$[$m1]/g, (mark) => fill[mark] ?? mark).trim(), behind };
  }
  return { glyph: null, text: front, behind };
}
