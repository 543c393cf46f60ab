/** Numbers as a language writes them, and the forms of words that go with them. */

// Making one of these takes longer than using it a hundred times.
const plurals = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

function known<T>(made: Map<string, T>, lang: string, make: () => T): T {
  if (!made.has(lang)) made.set(lang, make());
  return made.get(lang)!;
}

/** The form of a word that goes with a number. */
export function plural(
  lang: string,
  n: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return forms[known(plurals, lang, () => new Intl.PluralRules(lang)).select(n)] ?? forms.other;
}

export function number(lang: string, n: number): string {
  return known(formats, lang, () => new Intl.NumberFormat(lang)).format(n);
}
