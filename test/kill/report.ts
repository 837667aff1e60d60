import { type FaultEffect, toEffects, WRITE_NAMES } from './judge.ts';
import type { RunNotes, WriteKind } from './notes.ts';

/** Returns the tables of a run: what was acknowledged and lost, and the effect of each fault. */
export function toReport(notes: RunNotes): string {
  const kinds = Object.keys(WRITE_NAMES) as WriteKind[];
  const writes = kinds.map((kind) => {
    const lost = notes.lost.filter((each) => each.kind === kind);
    return [WRITE_NAMES[kind], String(notes.acknowledged[kind]), countWrites(lost)];
  });
  const ended = ['ended tokens that opened again', '', countWrites(notes.reopened)];
  const faults = toEffects(notes).map((effect) => toRow(notes, effect));
  return [
    toTable(['write', 'acknowledged', 'lost'], [...writes, ended]),
    toTable(
      [
        ...['at', 'fault', 'lasted', 'no direct writes', 'no token for', 'first answer'],
        ...[
          'failed calls',
          'not started',
          'openings that waited',
          'longest opening',
          'pages',
          'errors',
        ],
      ],
      faults,
    ),
  ].join('\n\n');
}

/** A write that was missed in the run and at the end is one write. */
function countWrites(missed: readonly { at: number }[]): string {
  return String(new Set(missed.map(({ at }) => at)).size);
}

function toRow(notes: RunNotes, effect: FaultEffect): string[] {
  const { fault } = effect;
  const errors = Object.entries(effect.errors).toSorted(([, a], [, b]) => b - a);
  return [
    toSeconds(fault.from - notes.startedAt, 0),
    fault.skipped ? `${fault.name} (skipped: ${fault.skipped})` : fault.name,
    toSeconds(fault.to - fault.from),
    effect.withoutWritesMs > 0 ? toSeconds(effect.withoutWritesMs) : '–',
    toSeconds(effect.withoutTokensMs),
    fault.loss && effect.firstAnswerMs !== null ? toSeconds(effect.firstAnswerMs) : '–',
    `${effect.failedCalls} of ${effect.calls}`,
    String(effect.notStarted),
    String(effect.triedOpenings),
    effect.longestOpeningMs > 0 ? toSeconds(effect.longestOpeningMs) : '–',
    toPages(effect),
    errors.map(([error, count]) => `${count} × ${error}`).join(', ') || '–',
  ];
}

function toPages({ browserErrors, unavailablePages }: FaultEffect): string {
  const pages = [
    ...(browserErrors > 0 ? [`${browserErrors} × of the browser`] : []),
    ...(unavailablePages > 0 ? [`${unavailablePages} × of the service`] : []),
  ];
  return pages.join(', ') || '–';
}

function toSeconds(ms: number, digits = 1): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(digits)} s` : 'never';
}

/** Returns a table in Markdown. */
function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]!.length)),
  );
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [toLine(heads), rule, ...rows.map(toLine)].join('\n');
}
