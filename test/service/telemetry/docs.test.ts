import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Metrics } from '../../../service/src/telemetry/metrics.ts';
import { ServiceLog } from '../../../service/src/telemetry/service-log.ts';

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
  const names = (await listMetrics()).map((metric) => metric.split(' ')[0]!);
  const asked = `${PAGE}${GRAFANA}`.match(/dashboard_service_\w+/g)!;
  const ofHistogram = /_(?:bucket|count|sum)$/;
  expect(asked.filter((name) => !names.includes(name.replace(ofHistogram, '')))).toEqual([]);
});

it('selects lines of the log by the text and the fields that they have', () => {
  const [, text, fields] = /jq -r 'select\(\.text == "(.*?)"\) \| "(.*?)"' /.exec(PAGE)!;
  const lines: object[] = [];
  const write: ConstructorParameters<typeof ServiceLog>[0] = (record) =>
    lines.push({ text: record.text, ...record.fields });
  new ServiceLog(write, 2000).report({
    kind: 'query',
    companyId: 7,
    dashboardGuid: 'a-guid',
    dataset: 'sales',
    connection: 'shop',
    waitMs: 0,
    ms: 3000,
    rows: 1,
    isOutage: false,
  });
  const names = [...fields!.matchAll(/\\\(\.(\w+)\)/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(0);
  expect(lines).toEqual([expect.objectContaining({ text })]);
  expect(names.filter((name) => !(name in lines[0]!))).toEqual([]);
});
