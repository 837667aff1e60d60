/** A part of an interval: a number of a unit, or the time. */
const PART =
  /(?<count>[+-]?\d+) (?<unit>year|mon|day)(?:th)?s?|(?<sign>[+-]?)(?<hours>\d+):(?<minutes>\d\d):(?<seconds>\d\d(?:\.\d+)?)/g;
const ANY_PART = `(?:${PART.source.replaceAll(/\?<\w+>/g, '?:')})`;
const WHOLE = new RegExp(`^${ANY_PART}(?: ${ANY_PART})*$`);
const WORDS = { year: 'year', mon: 'month', day: 'day' } as const;
const DAY_SECONDS = 86_400;
/** PostgreSQL compares a month as 30 days, and a year as 12 months. */
const SECONDS = { year: 360 * DAY_SECONDS, mon: 30 * DAY_SECONDS, day: DAY_SECONDS } as const;

type Unit = keyof typeof WORDS;

/** Returns an interval of any engine as readers see it: `1 year 2 months -3 days 04:05:06.5`. */
export function toIntervalText(text: string): string {
  return rewrite(text, (count, unit) => {
    const word = WORDS[unit];
    return `${count} ${Math.abs(count) === 1 ? word : `${word}s`}`;
  });
}

/** Returns an interval as PostgreSQL writes it: `1 year 2 mons -3 days +04:05:06.5`. */
export function toPostgresInterval(text: string): string {
  let isAfterMinus = false;
  const plus = (isMinus: boolean): string => {
    const sign = isAfterMinus && !isMinus ? '+' : '';
    isAfterMinus = isMinus;
    return sign;
  };
  return rewrite(
    text,
    (count, unit) => `${plus(count < 0)}${count} ${unit}${count === 1 ? '' : 's'}`,
    plus,
  );
}

/** Returns the length of an interval, by which intervals are sorted; `null` for any other text. */
export function toIntervalSeconds(text: string): number | null {
  if (!WHOLE.test(text)) return null;
  const lengths = [...text.matchAll(PART)].map(({ groups }) => {
    const { count, unit, sign, hours, minutes, seconds } = groups!;
    if (unit) return Number(count) * SECONDS[unit as Unit];
    const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return sign === '-' ? -time : time;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Rewrites the parts of an interval. `toSign`: the sign of a positive time. Default: none. */
function rewrite(
  text: string,
  toPart: (count: number, unit: Unit) => string,
  toSign: (isMinus: boolean) => string = () => '',
): string {
  return text.replaceAll(PART, (part, ...args) => {
    const { count, unit, sign } = args.at(-1) as Record<string, string | undefined>;
    if (unit) return toPart(Number(count), unit as Unit);
    const isMinus = sign === '-';
    return toSign(isMinus) + (isMinus ? part : part.replace('+', ''));
  });
}
