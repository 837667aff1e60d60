import { toWords } from '../../../../values/plain-numbers.ts';
import type { ColumnFacts, DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { ValueStyle } from '../../../../values/value-style.ts';

/** The words of columns with amounts of money, in the dashboard's currency. */
const MONEY = /\b(price|cost|costs|revenue|gross|budget|salary|income|profit|turnover|fee|spend)\b/;
/** The words of columns whose numbers between 0 and 1 are parts of a whole. */
const SHARE = /\b(rate|share|percent|percentage|pct|perc|fraction|proportion|margin)\b/;
/** The words of columns whose larger numbers are percent, too. A rate may be per thousand. */
const PERCENT = /\b(percent|percentage|pct|perc)\b|%/;
/** The signs of currencies by the words that name them. */
const CURRENCIES = [
  ['$', /\$|\b(usd|dollars?)\b/],
  ['€', /€|\b(eur|euros?)\b/],
  ['£', /£|\bgbp\b/],
] as const;
/** The words of columns whose numbers are places or ranks, which nobody adds up. */
const PLACE = /\b(latitude|longitude|lat|lon|lng|index|rank|position)\b/;
/** A unit at the end of a name, such as “(mm)”. */
const UNIT = /\s*\(([^()\s]{1,8})\)$/;

/** Returns the default format of numbers: by the name of their column, and by their size if it is known. */
export function toValueStyle(name: string, columns: DatasetColumns): ValueStyle {
  const { types, plain } = columns;
  const isDecimal = types[name] === 'decimal' || types[name] === 'text';
  const style: ValueStyle = { format: isDecimal ? 'decimal' : 'integer' };
  if (plain.includes(name)) return { format: 'integer', numbers: { notation: 'plain' } };
  const words = toWords(name);
  const currency = CURRENCIES.find(([, pattern]) => pattern.test(words));
  if (currency) return { ...style, numbers: { before: currency[0] } };
  const [, unit] = UNIT.exec(name) ?? [];
  if (unit) return { ...style, numbers: { after: unit } };
  if (MONEY.test(words)) return { format: 'currency' };
  const { least, most } = findFacts(name, columns)?.range ?? { least: 0, most: 0 };
  const isPart = least >= 0 && most > 0 && most <= 1;
  if (isDecimal && isPart && SHARE.test(words)) return { format: 'percent' };
  return PERCENT.test(words) && !isPart ? { ...style, numbers: { after: '%' } } : style;
}

/** Returns the facts about a column; `undefined` while they are unknown. */
export function findFacts(name: string, { facts }: DatasetColumns): ColumnFacts | undefined {
  return facts && Object.hasOwn(facts.columns, name) ? facts.columns[name] : undefined;
}

/** Returns whether the numbers of a column are places or ranks, not quantities. */
export function isPlace(name: string): boolean {
  return PLACE.test(toWords(name));
}

/** Returns a column's name as a reader writes it: `units_sold` becomes “Units sold”. Its unit belongs to the values. */
export function toLabel(column: string): string {
  const words = column
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])(?=[a-z])/g, (_, end: string, start: string) => {
      return `${end} ${start.toLowerCase()}`;
    })
    .trim();
  const text = words.replace(UNIT, '') || words;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
