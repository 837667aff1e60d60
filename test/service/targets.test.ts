import { beforeAll, describe, expect, it } from 'vitest';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import { EMPTY_DRAFT } from '../../service/src/dashboard/dashboard-draft.ts';
import { testDashboard } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const figure = { kind: 'number', value: 'n', format: 'currency', note: '', span: 3 } as const;
const fixed = (value: number) => ({ kind: 'value', value });
const column = { kind: 'column', column: 't' };
const dashboard = testDashboard(
  1,
  { rows: `SELECT 82000 AS n, 100000 AS t, NULL::int AS missing, 99999 AS almost, -5 AS less` },
  [
    { ...figure, id: 'column', target: column },
    { ...figure, id: 'over', target: fixed(50_000) },
    { ...figure, id: 'equal', target: fixed(82_000) },
    { ...figure, id: 'lower', target: fixed(50_000), better: 'lower' },
    { ...figure, id: 'saved', target: column, better: 'lower' },
    { ...figure, id: 'almost', value: 'almost', target: column },
    { ...figure, id: 'negative', value: 'less', target: column },
    { ...figure, id: 'zero', target: fixed(0) },
    { ...figure, id: 'missing', target: { kind: 'column', column: 'missing' } },
    { ...figure, id: 'none' },
  ],
);
const tested = useService({ dashboards: [dashboard] });
let page: string;

beforeAll(async () => {
  page = await tested.pageOf(dashboard);
});

const tileOf = (id: string): string => page.split(`data-tile="${id}"`)[1]!.split('</section>')[0]!;

/** Returns the look of a tile's bar, its filled part and its mark, and the percentage for screen readers. */
function meterOf(id: string): string | undefined {
  const meter = /class="meter ([^"]*)"[^>]*role="meter"[^>]*>/s.exec(tileOf(id));
  if (!meter) return undefined;
  const { part, target } = /--part:(?<part>\S+);--target:(?<target>\S+)"/.exec(meter[0])!.groups!;
  const [, text] = /aria-valuetext="([^"]*)"/.exec(meter[0])!;
  return [meter[1], part, target, text].join(' ').trim();
}

describe('the progress of a figure', () => {
  it.each([
    ['column', '82.0% 100.0% 82%'],
    ['over', 'good 100.0% 61.0% 164%'],
    ['equal', 'good 100.0% 100.0% 100%'],
    ['lower', 'bad 100.0% 61.0% 164%'],
    ['saved', '82.0% 100.0% 82%'],
    ['almost', '100.0% 100.0% 99%'],
    ['negative', '0.0% 100.0% 0%'],
    ['zero', undefined],
    ['missing', undefined],
    ['none', undefined],
  ])('is a percentage and a bar: %s', (id, expected) => {
    expect(meterOf(id)).toBe(expected);
  });

  it('is a meter whose value is within its limits', () => {
    const limits = page.matchAll(
      /aria-valuemin="0"\s*aria-valuemax="(\d+)"\s*aria-valuenow="(\d+)"/g,
    );
    const pairs = [...limits].map(([, most, now]) => [Number(most), Number(now)]);
    expect(pairs).toHaveLength(7);
    for (const [most, now] of pairs) expect(now).toBeLessThanOrEqual(most!);
  });

  it('names the target, with its exact value', () => {
    expect(tileOf('column')).toMatch(/data-target="100000">[\s\S]*82%[\s\S]*Target <bdi>€100,000</);
    expect(tileOf('zero')).toMatch(/data-target="0"><span>Target <bdi>€0</);
    expect(tileOf('missing')).not.toContain('Target');
  });

  it('is in the rows of the tile as CSV', async () => {
    const token = await (await tested.getToken(dashboard.guid)).text();
    const csv = await (await fetch(`${tested.url}/Tdb/${token}?csv=column`)).text();
    expect(csv).toContain('Tile,Target\r\n82000,100000');
  });
});

it('a target without a value has a problem', () => {
  const tile = {
    ...figure,
    id: 'a',
    title: 'A',
    dataset: 'rows',
    target: { kind: 'value', value: null },
  };
  const datasets = [{ name: 'rows', sql: 'SELECT 1 AS n' }];
  const { problems } = parseDraft({ ...EMPTY_DRAFT, title: 'A', datasets, tiles: [tile] });
  expect(problems).toEqual([{ path: 'tiles.0.target.value', message: 'Enter a number.' }]);
});
