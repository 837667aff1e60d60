import { describe, expect, it } from 'vitest';
import type { Finding } from '../../command/src/doctor/finding.ts';
import type { PartReport } from '../../command/src/doctor/part-reports.ts';
import { toText } from '../../command/src/doctor/report-text.ts';

const finding = (check: string, fix: string, ok = false): Finding => ({
  check,
  fix,
  ok,
  link: `docs#${check}`,
});
const report = (changes: Partial<PartReport>): PartReport => ({
  part: 'host',
  address: 'https://app.example',
  findings: [finding('host/a', 'Fix a.', true)],
  notes: [],
  ...changes,
});
const WRONG = [
  finding('host/good', 'Keep.', true),
  finding('host/first', 'Fix it.'),
  finding('host/b', 'Fix b.'),
  finding('host/second', 'Fix it.'),
];

const SERVICE = { part: 'service', address: 'https://bi.example' } as const;

const REPORTS = [
  report({}),
  report({ findings: [], failure: 'It failed.' }),
  report({ notes: ['One.', 'Two.'] }),
  report({ findings: WRONG }),
  report({ ...SERVICE, answers: [] }),
  report({ ...SERVICE, answers: [{ id: 'U1', question: 'Why?', answer: 'So.' }] }),
];

const TEXT = `host https://app.example: 1 checks passed

host https://app.example: not checked
  ! It failed.

host https://app.example: 1 checks passed
  · One.
  · Two.

host https://app.example: 3 of 4 checks failed
  ✗ host/first and 1 more  Fix it.
                           docs#host/first
  ✗ host/b                 Fix b.
                           docs#host/b

service https://bi.example: 1 checks passed

service https://bi.example: 1 checks passed

How the service behaves. Please paste this into the issue form “Behavior of the service”:

Service: https://bi.example
U1 Why?
    So.
`;

describe('the text of a report', () => {
  it('has the faults, the notes and the answers of each part', () => {
    expect(toText(REPORTS, { isColored: false, isReport: true })).toBe(TEXT);
    const plain = { isColored: false, isReport: false };
    expect(toText(REPORTS, plain)).not.toContain('issue');
    const [last] = REPORTS.slice(-1);
    const wrong = { ...last!, findings: WRONG };
    expect(toText([wrong], plain)).toMatch(
      /\n\nTo report .* run the same command with --report\.\n$/,
    );
    expect(toText([{ ...wrong, answers: [] }], plain)).not.toContain('--report');
  });

  it('has colors', () => {
    const wrong = report({ findings: WRONG, failure: 'F', notes: ['N'] });
    const text = toText([wrong, report({}), report({ findings: [] })], {
      isColored: true,
      isReport: false,
    });
    const painted =
      '1 host,31 3 of 4 checks failed,31 ✗,90 docs#host/b,31 !,90 · N,32 1 checks passed,31 not checked';
    for (const [, code, words] of painted.matchAll(/(\d+) ([^,]+)/g)) {
      expect(text).toContain(`\u001B[${code}m${words}\u001B[0m`);
    }
  });
});
