import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callOf, draftOf, figure, withSql } from './draft-calls.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

describe('any other request body', () => {
  let guid: string;
  let before: unknown;
  let log: ReturnType<typeof vi.spyOn>;

  beforeAll(async () => {
    guid = await tested.create();
    before = await tested.savedOf(guid);
  });

  beforeEach(() => {
    log = vi.spyOn(console, 'error');
    return () => log.mockRestore();
  });

  /** Generates a valid call with any JSON in one place. */
  const anyCall = fc
    .tuple(
      fc.oneof(fc.jsonValue(), hostileText),
      fc.constantFrom<string[]>(
        [],
        ['draft'],
        ['version'],
        ['companyId'],
        ['draftVersion'],
        ['editor'],
        ['parameters'],
        ['parameters', 'region'],
        ['draft', 'title'],
        ['draft', 'subtitle'],
        ['draft', 'currency'],
        ['draft', 'shownParameters'],
        ['draft', 'datasets'],
        ['draft', 'datasets', '0'],
        ['draft', 'datasets', '0', 'name'],
        ['draft', 'datasets', '0', 'sql'],
        ['draft', 'datasets', '0', 'connection'],
        ['draft', 'tiles'],
        ['draft', 'tiles', '0'],
        ['draft', 'tiles', '0', 'id'],
        ['draft', 'tiles', '0', 'kind'],
        ['draft', 'tiles', '0', 'value'],
        ['draft', 'tiles', '0', '__proto__'],
      ),
    )
    .map(([value, path]) =>
      toChanged(callOf(draftOf({ title: 'Changed' }), { version: 77 }), path, value),
    );

  it.each<[call: string, address: () => string, mayAccept: boolean]>([
    ['publishing', () => `dashboards/${guid}/publish`, false],
    ['sharing', () => `dashboards/${guid}/share`, false],
    ['saving another draft', () => `dashboards/${crypto.randomUUID()}/draft`, true],
    ['the preview', () => 'dashboards/preview', true],
  ])('causes no error of the service and changes nothing: %s', async (_, address, mayAccept) => {
    const answers = [400, 404, 409, 422, ...(mayAccept ? [200] : [])];
    await fc.assert(
      fc.asyncProperty(anyCall, async (sent) => {
        expect(answers).toContain((await tested.office.post(address(), sent)).status);
      }),
      inputs(120),
    );
    expect(await tested.savedOf(guid)).toEqual(before);
    expect(log).not.toHaveBeenCalled();
  });

  it('is refused if it is not JSON, or too large', async () => {
    const address = `dashboards/${guid}/publish`;
    expect((await tested.office.post(address, 'title=x')).status).toBe(400);
    const large = callOf(withSql('-'.repeat(2 ** 20)));
    expect((await tested.office.post(address, large)).status).toBe(413);
    expect(await tested.savedOf(guid)).toEqual(before);
  });

  it('is refused if a list that is too long has anything that no editor sends', async () => {
    const address = `dashboards/${crypto.randomUUID()}/draft`;
    const tile = (id: string, changes = {}) => ({ ...figure, id, ...changes });
    const many = Array.from({ length: 101 }, (_, index) => tile(`tile-${index}`));
    const columns = Array.from({ length: 31 }, () => ({ column: 'n', label: 'N', format: 'text' }));
    const table = { kind: 'table', id: 'rows', title: 'Rows', dataset: 'counted', span: 12 };
    const sent: [tiles: unknown[], status: number][] = [
      [many, 200],
      [[{ ...table, columns }], 200],
      [[...many.slice(1), null], 400],
      [[null, ...many.slice(1)], 400],
      [[{ ...table, columns: [...columns.slice(1), { column: 7 }] }], 400],
      [[...many, ...many], 400],
    ];
    for (const [tiles, status] of sent) {
      const answer = await tested.office.post(address, callOf(draftOf({ tiles }), { version: 0 }));
      expect(answer.status).toBe(status);
    }
  });

  it('is refused if it sets more parameters than a draft names', async () => {
    for (const [count, status] of [
      [1000, 200],
      [1001, 400],
    ] as const) {
      const names = Array.from({ length: count }, (_, index) => [`name_${index}`, 'x']);
      const parameters = Object.fromEntries(names) as Record<string, string>;
      const preview = await tested.office.post(
        'dashboards/preview',
        callOf(draftOf(), { parameters }),
      );
      const view = await tested.office.post(`dashboards/${guid}/view`, { parameters });
      expect([preview.status, view.status]).toEqual([status, status]);
    }
  });
});

function toChanged(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as object;
  const part = toChanged((copy as Record<string, unknown>)[key], rest, value);
  Object.defineProperty(copy, key, { value: part, enumerable: true, configurable: true });
  return copy;
}
