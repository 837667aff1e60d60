import type { FaultNote, ReaderNote, RunNotes, WriteKind } from './notes.ts';

/** The time within which callers have an answer after another host takes writes, by the kind of the loss. */
export const LIMITS_MS = { closed: 5000, silent: 8000 } as const;
/** A shorter time without a write to the database is not an outage, in milliseconds. */
const OUTAGE_MS = 1500;
/** The statuses of a tag that shows its dashboard. */
const SHOWING = /^(ready|refreshing)$/;
/**
 * The request of a frame broke, so the browser shows its own page in it. The tag cannot know that: to a page, every frame of
 * another origin looks the same, and a dashboard need not speak. Readers who open a dashboard just then see it, and reload.
 */
export const BROWSER_ERROR = 'the error page of the browser';
/** The service's own page while its database is away. It loads itself again. */
export const UNAVAILABLE = 'the service’s page "unavailable"';
/** The pages that readers may see who open a dashboard during a fault. */
const PAGES = new Set([BROWSER_ERROR, UNAVAILABLE]);
/** The statuses of a tag that still tries. */
const TRYING =
  /^(idle|loading|failed: This dashboard isn’t available right now\.|failed: You’re offline\.)/;

/** The effect of a fault on callers and readers. Times are in milliseconds. */
export interface FaultEffect {
  fault: FaultNote;
  /** The longest time without a successful direct write to the database; 0 below {@link OUTAGE_MS}. */
  withoutWritesMs: number;
  /** The longest time without an acknowledged token. */
  withoutTokensMs: number;
  /** The time from the end of the outage until the next acknowledged token; `null` if there was none. */
  firstAnswerMs: number | null;
  failedCalls: number;
  calls: number;
  /** The calls that could not start. */
  notStarted: number;
  /** The results of failed calls, with their numbers. */
  errors: Record<string, number>;
  /** The openings that saw a text before their dashboard, and the longest wait of a reader for one. */
  triedOpenings: number;
  longestOpeningMs: number;
  /** The openings whose frame had the error page of the browser, and those with the service's page. */
  browserErrors: number;
  unavailablePages: number;
}

/** Returns the effects of the faults of a run, each until the next fault. */
export function toEffects(notes: RunNotes): FaultEffect[] {
  return notes.faults.map((fault, index) => {
    const until = notes.faults[index + 1]?.from ?? notes.endedAt;
    const isIn = (at: number): boolean => at >= fault.from && at < until;
    const calls = notes.calls.filter(({ to }) => isIn(to));
    const failed = calls.filter(({ result }) => result !== 'ok');
    const outage = longestGap(
      notes.writes.filter(({ from }) => from >= fault.from && from < until).map(({ to }) => to),
      fault.from,
      until,
    );
    const isOutage = outage.ms > OUTAGE_MS;
    const backAt = fault.overAt ?? (isOutage ? outage.end : fault.from);
    const tokens = notes.calls.filter(({ kind, result }) => kind === 'token' && result === 'ok');
    const next = tokens.filter(({ from, to }) => from >= fault.from && to >= backAt);
    const answeredAt = Math.min(...next.map(({ to }) => to));
    return {
      fault,
      withoutWritesMs: isOutage ? outage.ms : 0,
      withoutTokensMs: longestGap(tokens.map(({ to }) => to).filter(isIn), fault.from, until).ms,
      firstAnswerMs: next.length > 0 ? answeredAt - backAt : null,
      ...{ failedCalls: failed.length, calls: calls.length },
      notStarted: notes.notStarted.filter(isIn).length,
      errors: countBy(failed.map(({ result }) => result)),
      ...toReaderEffect(notes.readers, isIn),
    };
  });
}

/** Returns the longest time between two of the instants, of the beginning and of the end. */
function longestGap(instants: number[], from: number, until: number): { ms: number; end: number } {
  let longest = { ms: 0, end: from };
  let last = from;
  for (const at of [...instants.toSorted((a, b) => a - b), until]) {
    if (at - last > longest.ms) longest = { ms: at - last, end: at };
    last = at;
  }
  return longest;
}

function countBy(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

/** An opening of a dashboard by a reader. */
interface Opening {
  reader: string;
  startedAt: number;
  /** `null` if the dashboard was never shown. */
  shownAt: number | null;
  /** The statuses and texts in their order. */
  statuses: string[];
}

function toOpenings(readers: readonly ReaderNote[]): Opening[] {
  const openings = new Map<string, Opening>();
  for (const { reader, habit, opening, at, kind, detail } of readers) {
    if (habit !== 'opens' || opening === 0 || kind !== 'status') continue;
    const key = `${reader} ${opening}`;
    const known = openings.get(key) ?? { reader, startedAt: at, shownAt: null, statuses: [] };
    openings.set(key, known);
    known.statuses.push(detail);
    if (SHOWING.test(detail)) known.shownAt ??= at;
  }
  return [...openings.values()];
}

function toReaderEffect(
  readers: readonly ReaderNote[],
  isIn: (at: number) => boolean,
): Pick<FaultEffect, 'triedOpenings' | 'longestOpeningMs' | 'browserErrors' | 'unavailablePages'> {
  const openings = toOpenings(readers).filter(({ startedAt }) => isIn(startedAt));
  const waits = openings.map(({ startedAt, shownAt }) => (shownAt ?? Infinity) - startedAt);
  return {
    triedOpenings: openings.filter(({ statuses }) => statuses.some((each) => /: /.test(each)))
      .length,
    longestOpeningMs: Math.max(0, ...waits),
    browserErrors: readers.filter(({ at, detail }) => isIn(at) && detail === BROWSER_ERROR).length,
    unavailablePages: readers.filter(({ at, detail }) => isIn(at) && detail === UNAVAILABLE).length,
  };
}

/**
 * Returns the promises that a run broke, each with a sentence. `patience` multiplies the limits of time on a slow machine;
 * with `Infinity`, time is not judged.
 */
export function findBroken(notes: RunNotes, patience: number): string[] {
  const seconds = (at: number): string => `${((at - notes.startedAt) / 1000).toFixed(1)} s`;
  return [
    ...findLost(notes),
    ...notes.reopened.map(
      ({ at, seen }) => `A token opened after its logout at ${seconds(at)} (${seen}).`,
    ),
    ...notes.unexpectedEnds.map(
      ({ name, at, text }) =>
        `${name} ended at ${seconds(at)}, and the test did not do it: ${text}`,
    ),
    ...notes.live.map(
      ({ process, at, result }) => `/live of ${process} was "${result}" at ${seconds(at)}.`,
    ),
    ...findStrange(notes),
    ...findLate(notes, patience),
    ...findReaderFaults(notes.readers, seconds),
  ];
}

function findLost({ lost }: RunNotes): string[] {
  const counts = countBy(lost.map(({ kind, seen }) => `${kind} (${seen})`));
  return Object.entries(counts).map(
    ([what, count]) => `Acknowledged and lost: ${count} × ${what}.`,
  );
}

/**
 * Callers may see a broken connection, no answer, and what says that the service is away. A publish runs the queries of its
 * dashboard first, and is refused if one of them loses its connection.
 */
function findStrange({ calls }: RunNotes): string[] {
  const strange = calls.filter(
    ({ kind, result }) =>
      /^\d+$/.test(result) &&
      !/^50[234]$/.test(result) &&
      !(kind === 'publish' && result === '422'),
  );
  const counts = countBy(strange.map(({ kind, result }) => `${kind} was answered with ${result}`));
  return Object.entries(counts).map(([what, count]) => `${count} × ${what}.`);
}

function findLate(notes: RunNotes, patience: number): string[] {
  return toEffects(notes).flatMap(({ fault: { name, loss, skipped }, firstAnswerMs }) => {
    if (!loss || skipped) return [];
    if (firstAnswerMs === null) return [`After ${name}, no token was issued again.`];
    const limitMs = LIMITS_MS[loss] * patience;
    if (firstAnswerMs <= limitMs) return [];
    const took = `${(firstAnswerMs / 1000).toFixed(1)} s`;
    return [`After ${name}, the first answer took ${took}: more than ${limitMs / 1000} s.`];
  });
}

function findReaderFaults(
  readers: readonly ReaderNote[],
  seconds: (at: number) => string,
): string[] {
  const screens = readers.filter(
    ({ habit, kind, detail }) =>
      kind === 'screen' && detail !== '' && !(habit === 'opens' && PAGES.has(detail)),
  );
  const staying = readers.filter(
    ({ habit, kind, detail }) => habit === 'stays' && kind === 'status' && !SHOWING.test(detail),
  );
  // The first dashboard of each reader loads before the first fault.
  const after = staying.filter((note) => hasShown(readers, note));
  const openings = toOpenings(readers);
  const endings = openings.flatMap(({ reader, startedAt, statuses }) =>
    statuses
      .filter((each) => !SHOWING.test(each) && !TRYING.test(each))
      .map((each) => `${reader}, who opened a dashboard at ${seconds(startedAt)}, saw "${each}".`),
  );
  // Without a later note, the page is still on screen at the end.
  const stuck = readers.filter(
    (note) =>
      note.kind === 'screen' &&
      note.detail === UNAVAILABLE &&
      !readers.some(
        (each) => each.reader === note.reader && each.kind === 'screen' && each.at > note.at,
      ),
  );
  const never = openings.filter(({ shownAt }) => shownAt === null);
  return [
    ...screens.map(
      ({ reader, at, detail }) => `${reader} had on screen at ${seconds(at)}: ${detail}.`,
    ),
    ...after.map(
      ({ reader, at, detail }) =>
        `${reader}, whose dashboard was open, saw "${detail}" at ${seconds(at)}.`,
    ),
    ...endings,
    ...stuck.map(
      ({ reader, at }) =>
        `${reader} had the service’s own page on screen from ${seconds(at)}, and it never became the dashboard.`,
    ),
    ...never.map(
      ({ reader, startedAt }) =>
        `${reader} opened a dashboard at ${seconds(startedAt)}, and it was never shown.`,
    ),
  ];
}

function hasShown(readers: readonly ReaderNote[], { reader, at }: ReaderNote): boolean {
  return readers.some(
    (each) => each.reader === reader && each.at < at && SHOWING.test(each.detail),
  );
}

/** The names of the acknowledged writes in a table. */
export const WRITE_NAMES: Record<WriteKind, string> = {
  token: 'tokens',
  logout: 'logouts',
  publish: 'publishes',
  'sign-in': 'sign-ins',
};
