import { NO_CURRENCY, type ValueFormat } from '../../../../values/value-style.ts';

/** The formats of dates and their names. */
const DATE_FORMATS = [
  ['date', 'Date'],
  ['week', 'Week'],
  ['month', 'Month'],
  ['quarter', 'Quarter'],
  ['year', 'Year'],
  ['hour', 'Hour'],
  ['instant', 'Date and time'],
] as const satisfies readonly (readonly [ValueFormat, string])[];

/** The formats of values and their names. */
export const FORMATS = [
  ['integer', 'Whole number'],
  ['decimal', 'Decimal number'],
  ['currency', 'Money'],
  ['percent', 'Percent'],
  ['text', 'Text'],
  ...DATE_FORMATS,
] as const satisfies readonly (readonly [ValueFormat, string])[];

/** The currencies by their codes. */
export const CURRENCIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  const known = Intl.supportedValuesOf('currency').filter((code) => code !== NO_CURRENCY);
  return [
    [NO_CURRENCY, 'None'] as const,
    ...known.map((code) => [code, `${code} – ${names.of(code)}`] as const),
  ];
})();
