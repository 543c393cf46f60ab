/** Numbers and plural forms by language. */

// Cached, because creating a formatter is a hundred times slower than using it.
const plurals = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

function getCached<T>(cache: Map<string, T>, lang: string, create: () => T): T {
  if (!cache.has(lang)) cache.set(lang, create());
  return cache.get(lang)!;
}

/** Return the form of a word for a number. */
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
