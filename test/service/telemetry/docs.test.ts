import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Metrics } from '../../../service/src/telemetry/metrics.ts';
import { ServiceLog } from '../../../service/src/telemetry/service-log.ts';
import { toTextLine } from '../../../service/src/telemetry/text-line.ts';
import { QUERY } from './query-event.ts';

const PAGE = readFileSync('docs/observability.md', 'utf8').split(
  '\n## The dashboard service\n',
)[1]!;
const GRAFANA = readFileSync('docs/examples/grafana-dashboard.json', 'utf8');

/** The metrics of a process, as `name type`. */
async function listMetrics(): Promise<string[]> {
  const text = await new Metrics(async () => null).render();
  return [...text.matchAll(/^# TYPE (dashboard_service_.*)$/gm)].map(([, metric]) => metric!);
}

it('has each metric in its table', async () => {
  const rows = [...PAGE.matchAll(/^\| `(dashboard_service_\w+)`\s*\| (\w+)/gm)];
  const documented = rows.map(([, name, type]) => `${name} ${type}`);
  expect(documented.toSorted()).toEqual((await listMetrics()).toSorted());
});

it('asks Prometheus only for metrics that there are', async () => {
  const names = new Set((await listMetrics()).map((metric) => metric.split(' ')[0]));
  const asked = `${PAGE}${GRAFANA}`.match(/dashboard_service_\w+/g)!;
  const ofHistogram = /_(?:bucket|count|sum)$/;
  expect(asked.filter((name) => !names.has(name.replace(ofHistogram, '')))).toEqual([]);
});

it('counts slow queries of the log by company and dashboard', () => {
  const command = /```sh\n(.*)\n```/.exec(PAGE)![1]!;
  const lines: string[] = [];
  const log = new ServiceLog((record) => lines.push(toTextLine(record, new Date(0))), 2000);
  for (const [companyId, ms] of [
    [7, 2000],
    [8, 3000],
    [9, 1000],
    [8, 4000],
  ] as const) {
    log.report({ ...QUERY, companyId, ms });
  }
  const output = execFileSync('sh', ['-c', command.replace(' service.log', '')], {
    input: lines.join('\n'),
    encoding: 'utf8',
  });
  expect(output.match(/\d+ company=\d+/g)).toEqual(['2 company=8', '1 company=7']);
});
