import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** The options of the command. */
export interface Options {
  seconds: number;
  seed: number;
  rate: number;
  openCalls: number;
  /** Multiplies the limits of time: a slow machine needs more. */
  patience: number;
  isShort: boolean;
  /** Only faults whose name has this text. */
  only: string;
}

const DEFAULTS = { rate: 100, openCalls: 64, patience: 3 } as const;
const LONG_SECONDS = 600;
const SHORT_SECONDS = 60;

export const USAGE = `Usage: npm run kill-test -- [--seconds ${LONG_SECONDS}] [--seed NUMBER] [--rate ${DEFAULTS.rate}] [--open ${DEFAULTS.openCalls}]
  [--patience ${DEFAULTS.patience}] [--only TEXT] [--short]
  --seconds   the length of the run, at least 30
  --seed      repeats the order of the faults of an earlier run
  --rate      calls per second
  --open      the number of calls that may be open at a time
  --patience  multiplies the limits of time, because this machine may be slow
  --only      only faults whose name has this text
  --short     one database server and three faults, ${SHORT_SECONDS} seconds`;

/**
 * Parses the arguments of the command.
 * @throws {Error} with one line that names the wrong one.
 */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string' },
      rate: { type: 'string' },
      open: { type: 'string' },
      patience: { type: 'string' },
      only: { type: 'string', default: '' },
      short: { type: 'boolean', default: false },
    },
  });
  const seconds = values.short ? SHORT_SECONDS : LONG_SECONDS;
  return {
    seconds: toNumber('seconds', values.seconds, seconds, 30),
    seed: toNumber('seed', values.seed, randomInt(1, 1_000_000), 0),
    rate: toNumber('rate', values.rate, DEFAULTS.rate, 1),
    openCalls: toNumber('open', values.open, DEFAULTS.openCalls, 1),
    patience: toNumber('patience', values.patience, DEFAULTS.patience, 1),
    isShort: values.short,
    only: values.only,
  };
}

function toNumber(name: string, text: string | undefined, fallback: number, least: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name} must be a whole number from ${least}.`);
}
