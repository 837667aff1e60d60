import { expect, it } from 'vitest';
import type { QueryEvent } from '../../../service/src/telemetry/events.ts';
import { Metrics } from '../../../service/src/telemetry/metrics.ts';
import { QUERY } from './query-event.ts';

const queryOf = (companyId: number, failure?: string): QueryEvent => ({
  ...QUERY,
  companyId,
  ms: 1500,
  ...(failure && { failure }),
});

it('has series for 200 dashboards of companies, and one for all others', async () => {
  const metrics = new Metrics(async () => null);
  for (let company = 1; company <= 203; company += 1) metrics.report(queryOf(company));
  metrics.report(queryOf(1));
  const text = await metrics.render();
  const counts = text.match(/^dashboard_service_query_duration_seconds_count\{.*$/gm)!;
  expect(counts).toHaveLength(201);
  expect(counts[0]).toMatch(/company="1",dashboard="a-guid"\} 2$/);
  expect(counts.at(-1)).toMatch(/company="other",dashboard="other"\} 3$/);
  // In seconds.
  expect(text).toMatch(/query_duration_seconds_sum\{company="2"[^}]*\} 1\.5$/m);
});

it('groups the codes of a database by their class', async () => {
  const metrics = new Metrics(async () => null);
  for (const code of ['42601', '42P01', 'time-limit']) metrics.report(queryOf(1, code));
  const text = await metrics.render();
  const codes = text.match(/failures_total\{.*code="[^"]*"\} \d/gm)!;
  expect(codes.map((line) => line.split('code=')[1])).toEqual(['"42"} 2', '"time-limit"} 1']);
});
