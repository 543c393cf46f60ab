/** Numbers as a language writes them, and the forms of words that go with them. */

// Making one of these takes longer than using it a hundred times.
const plurals = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

function getCached<T>(cache: Map<string, T>, lang: string, create: () => T): T {
  if (!cache.has(lang)) cache.set(lang, create());
  return cache.get(lang)!;
}

/** The form of a word that goes with a number. */
export function choosePlural(
  lang: string,
  n: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return forms[getCached(plurals, lang, () => new Intl.PluralRules(lang)).select(n)] ?? forms.other;
}

export function formatNumber(lang: string, n: number): string {
  return getCached(formats, lang, () => new Intl.NumberFormat(lang)).format(n);
}
