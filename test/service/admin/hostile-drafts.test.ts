import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callOf, draftOf, withSql } from './draft-calls.ts';
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

  for (const [name, address] of [
    ['publishing', (): string => `dashboards/${guid}/publish`],
    ['the preview', (): string => 'dashboards/preview'],
    ['sharing', (): string => `dashboards/${guid}/share`],
  ] as const) {
    it(`causes no error of the service and changes nothing: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyCall, async (sent) => {
          const response = await tested.office.post(address(), sent);
          expect([200, 400, 409, 422]).toContain(response.status);
          if (name !== 'the preview') expect(response.status).not.toBe(200);
        }),
        inputs(120),
      );
      expect(await tested.savedOf(guid)).toEqual(before);
      expect(log).not.toHaveBeenCalled();
    });
  }

  it('is refused if it is not JSON, too large, or sent without a login', async () => {
    const address = `dashboards/${guid}/publish`;
    expect((await tested.office.post(address, 'title=x')).status).toBe(400);
    const large = callOf(withSql('-'.repeat(2 ** 20)));
    expect((await tested.office.post(address, large)).status).toBe(413);
    const nobody = await fetch(`${tested.url}/admin/${address}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Origin: tested.url,
      },
      body: JSON.stringify(callOf(draftOf())),
    });
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await tested.savedOf(guid)).toEqual(before);
  });
});

function toChanged(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as object;
  const part = toChanged((copy as Record<string, unknown>)[key], rest, value);
  Object.defineProperty(copy, key, { value: part, enumerable: true, configurable: true });
  return copy;
}
