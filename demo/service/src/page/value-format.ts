import type { ValueFormat } from '../dashboard/definition.ts';

const LOCALE = 'en-GB';
const NO_VALUE = '–';

/** A value as its reader sees it; a dash where there is none. */
export function formatValue(value: unknown, format: ValueFormat, currency: string): string {
  if (value === null || value === undefined) return NO_VALUE;
  switch (format) {
    case 'text':
      return toText(value);
    case 'date':
      return formatDate(value, { day: 'numeric', month: 'short', year: 'numeric' });
    case 'month':
      return formatDate(value, { month: 'short', year: '2-digit' });
    case 'currency':
      return new Intl.NumberFormat(LOCALE, {
        style: 'currency',
        currency,
        maximumFractionDigits: 0,
      }).format(Number(value));
    case 'percent':
      return formatNumber(value, { style: 'percent', minimumFractionDigits: 1 });
    case 'decimal':
      return formatNumber(value, { minimumFractionDigits: 1 });
    default:
      return formatNumber(value, { maximumFractionDigits: 0 });
  }
}

/** A value in few characters, for an axis or the middle of a ring: `€1.2M`. */
export function formatCompact(value: unknown, format: ValueFormat, currency: string): string {
  if (format === 'percent')
    return formatNumber(value, { style: 'percent', maximumFractionDigits: 0 });
  const money = format === 'currency' ? ({ style: 'currency', currency } as const) : {};
  return formatNumber(value, { ...money, notation: 'compact', minimumFractionDigits: 0 });
}

/** A cell of the database as text. */
export function toText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return `${value as string | number | boolean | null}`;
}

function formatNumber(value: unknown, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1, ...options }).format(
    Number(value),
  );
}

function formatDate(value: unknown, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(toText(value).slice(0, 10));
  return Number.isNaN(date.getTime())
    ? toText(value)
    : new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' }).format(date);
}
