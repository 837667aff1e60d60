/** Signs for directions, which carry no value. */
const MARKS = /[\p{Cf}]/gu;
/** The parts of a number in `Intl`. */
const NUMERIC = /^(integer|decimal|fraction)$/;
const IGNORED = /^(group|literal|currency|percentSign|plusSign)$/;

/**
 * Returns a function that reads numbers as a person of this locale would: with its digits, separators, signs and words
 * for thousands and millions. A percent sign divides by 100. Returns `NaN` for anything else.
 */
export function createNumberParser(locale: string, currency: string): (text: string) => number {
  const symbols = findSymbols(locale, currency);
  const words = findWords(locale);
  return (text) => {
    let rest = text.replaceAll(MARKS, '').replaceAll(/\s/gu, ' ').trim();
    const isPercent = /[%٪]/.test(rest);
    const word = words.find(([each]) => rest.includes(each));
    if (word) rest = rest.replace(word[0], '');
    for (const [from, to] of symbols) rest = rest.replaceAll(from, to);
    rest = rest.replaceAll(' ', '');
    const number = /^-?\d+(\.\d+)?(e-?\d+)?$/.test(rest) ? Number(rest) : Number.NaN;
    return (number * (word?.[1] ?? 1)) / (isPercent ? 100 : 1);
  };
}

/** Returns the locale's signs and their form in JSON. */
function findSymbols(locale: string, currency: string): [string, string][] {
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit): [string, string] => [
    numbers.format(digit),
    String(digit),
  ]);
  const samples = [
    new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(-1234567.8),
    new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(-1234567),
    new Intl.NumberFormat(locale, { notation: 'scientific' }).formatToParts(-1e-20),
  ].flat();
  const signs = samples.flatMap(({ type, value }): [string, string][] => {
    const sign = value.replaceAll(MARKS, '').replaceAll(/\s/gu, ' ');
    if (IGNORED.test(type)) return sign.trim() ? [[sign, '']] : [];
    if (type === 'decimal') return [[sign, '.']];
    if (type === 'exponentSeparator') return [[sign, 'e']];
    return /[mM]inusSign$/.test(type) ? [[sign, '-']] : [];
  });
  // A separator of groups may be the decimal point of JSON, so groups are first.
  return [...signs.toSorted(([, one], [, other]) => one.length - other.length), ...digits];
}

/** Returns the locale's words for large numbers in compact notation, and their factors. */
function findWords(locale: string): [string, number][] {
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const western = new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
  const plain = new Intl.NumberFormat(western, { notation: 'compact', useGrouping: false });
  // Words have several forms, such as the plurals of Arabic.
  const samples = Array.from({ length: 16 }, (_, exponent) =>
    [1, 1.5, 2, 3, 5, 11, 100].map((count) => count * 10 ** exponent),
  ).flat();
  const words = samples.map((sample): [string, number] => {
    const word = compact.formatToParts(sample).find(({ type }) => type === 'compact')?.value ?? '';
    const shown = plain.formatToParts(sample).filter(({ type }) => NUMERIC.test(type));
    const number = Number(shown.map(({ value }) => value.replace(/\D/, '.')).join(''));
    return [word.replaceAll(MARKS, '').replaceAll(/\s/gu, ' '), sample / number];
  });
  const found = words.filter(([word]) => word);
  // “Mrd.” contains no other word, but “thousand” may contain “t”.
  return found.toSorted(([one], [other]) => other.length - one.length);
}
