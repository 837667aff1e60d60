import { expect } from 'vitest';
import type { Finding } from '../../command/src/doctor/finding.ts';

/**
 * Compares the failed checks of a report with a verdict, which is empty for a good report. A verdict has the names of
 * the checks, and after a colon the line that the first one prints; `…` is any text. No report may have a secret.
 */
export function expectVerdict(
  { findings, ...report }: { findings: readonly Finding[] },
  verdict: string,
): void {
  const [, names = '', line = ''] = /^([\w, -]*)(?:: )?(.*)$/s.exec(verdict)!;
  const failed = findings.filter(({ ok }) => !ok);
  expect(failed.map(({ check }) => check.split('/')[1]).join(', ')).toBe(names);
  for (const part of line.split('…')) expect(failed[0]?.fix ?? '').toContain(part);
  expect(JSON.stringify([findings, report])).not.toContain('SECRET');
}
