import type { Finding } from './finding.ts';
import type { PartReport } from './part-reports.ts';
import type { ServiceAnswer } from './service-answers.ts';

/** Marks words for a terminal. */
type Paint = (text: string, color: 'red' | 'green' | 'gray' | 'bold') => string;

const CODES = { red: 31, green: 32, gray: 90, bold: 1 };

/** Writes the results for people. `isReport`: also how the service behaves. */
export function toText(
  reports: readonly PartReport[],
  { isColored, isReport }: { isColored: boolean; isReport: boolean },
): string {
  const paint: Paint = (text, color) =>
    isColored ? `\u001B[${CODES[color]}m${text}\u001B[0m` : text;
  const service = reports.find(({ answers }) => answers?.length);
  return [
    ...reports.map((report) => toPart(report, paint)),
    ...(service ? toEnd(service, isReport) : []),
  ].join('\n');
}

/** A service without a finding needs no issue. */
function toEnd({ address, answers = [], findings }: PartReport, isReport: boolean): string[] {
  if (isReport) return [toAnswers(address, answers)];
  return findings.every(({ ok }) => ok)
    ? []
    : ['To report how the service behaves, run the same command with --report.\n'];
}

function toPart(report: PartReport, paint: Paint): string {
  const { part, address, findings, notes, failure } = report;
  const wrong = findings.filter(({ ok }) => !ok);
  return [
    `${paint(part, 'bold')} ${address}: ${toSummary(findings.length, wrong.length, paint)}`,
    ...toRows(wrong, paint),
    ...(failure ? [`  ${paint('!', 'red')} ${failure}`] : []),
    ...notes.map((note) => `  ${paint(`· ${note}`, 'gray')}`),
    '',
  ].join('\n');
}

/** Findings with the same line to change share a row. */
function toRows(wrong: readonly Finding[], paint: Paint): string[] {
  const firsts = wrong.filter(
    ({ fix }, index) => wrong.findIndex((one) => one.fix === fix) === index,
  );
  const rows = firsts.map(({ check, fix, link }) => {
    const others = wrong.filter((one) => one.fix === fix).length - 1;
    return { name: others ? `${check} and ${others} more` : check, fix, link };
  });
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.flatMap(({ name, fix, link }) => [
    `  ${paint('✗', 'red')} ${name.padEnd(width)}  ${fix}`,
    `    ${' '.repeat(width)}  ${paint(link, 'gray')}`,
  ]);
}

function toSummary(all: number, wrong: number, paint: Paint): string {
  if (all === 0) return paint('not checked', 'red');
  return wrong === 0
    ? paint(`${all} checks passed`, 'green')
    : paint(`${wrong} of ${all} checks failed`, 'red');
}

/** Writes the behavior of the service for an issue that others can read: scheme and host, and no secret. */
function toAnswers(address: string, answers: readonly ServiceAnswer[]): string {
  return [
    'How the service behaves. Please paste this into the issue form “Behavior of the service”:',
    '',
    `Service: ${address}`,
    ...answers.map(({ id, question, answer }) => `${id} ${question}\n    ${answer}`),
    '',
  ].join('\n');
}
