import type { ValueFormat } from '../../../dashboard/definition.ts';

/** How a value is written, and what its author calls it. */
export const FORMATS = [
  ['integer', 'Whole number'],
  ['decimal', 'Decimal number'],
  ['currency', 'Money'],
  ['percent', 'Percent'],
  ['text', 'Text'],
  ['date', 'Day'],
  ['month', 'Month'],
] as const satisfies readonly (readonly [ValueFormat, string])[];

/** The currencies by their codes. */
export const CURRENCIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map(
    (code) => [code, `${code} – ${names.of(code)}`] as const,
  );
})();
