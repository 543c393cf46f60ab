/** Words for telling your turn in Pampero; those of the buttons are short, two stand beside each other on a phone. */
import { settings } from "../../lib/settings.svelte";

const en = {
  tapSector: "Choose what you did, then tap the sector; once for each.",
  tapTiles: "Choose a column, then tap the numbers of its tiles.",
  column: "Column",
  told: "Told so far",
  sector: "Sector",
  symbols: "Symbols",
  fitsNext: "Fits the next scoring tile",
  put: "put a bulldozer",
  removed: "took a bulldozer away",
  brushes: {
    farm: "Built a wind farm",
    tower: "Built a tower",
    transformer: "Placed a transformer",
    "placed-farm": "Bulldozer to a wind-farm site",
    "placed-tower": "Bulldozer to a tower site",
    "removed-farm": "Bulldozer off a wind-farm site",
    "removed-tower": "Bulldozer off a tower site",
    "farm-either": "Wind farm on a site for either",
    "tower-either": "Tower on a site for either",
    "placed-either": "Bulldozer to a site for either",
    "removed-either": "Bulldozer off a site for either",
  } as Record<string, string>,
};

const ru: typeof en = {
  tapSector: "Выберите, что вы сделали, и коснитесь сектора; по разу за каждое.",
  tapTiles: "Выберите столбец, затем коснитесь номеров его жетонов.",
  column: "Столбец",
  told: "Уже сказано",
  sector: "Сектор",
  symbols: "Символы",
  fitsNext: "Подходит к ближайшему жетону подсчёта",
  put: "бульдозер поставлен",
  removed: "бульдозер убран",
  brushes: {
    farm: "Построена станция",
    tower: "Построена вышка",
    transformer: "Поставлен трансфор\u00ADматор",
    "placed-farm": "Бульдозер на место станции",
    "placed-tower": "Бульдозер на место вышки",
    "removed-farm": "Бульдозер с места станции",
    "removed-tower": "Бульдозер с места вышки",
    "farm-either": "Станция на общей площадке",
    "tower-either": "Вышка на общей площадке",
    "placed-either": "Бульдозер на общую площадку",
    "removed-either": "Бульдозер с общей площадки",
  },
};

export function turnWords(): typeof en {
  return settings.lang === "ru" ? ru : en;
}
