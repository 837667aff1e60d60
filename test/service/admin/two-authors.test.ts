import { beforeEach, describe, expect, it } from 'vitest';
import type { EditorStart } from '../../../service/src/admin/dashboards/editor-wire.ts';
import { callOf, draftOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();
let guid: string;

beforeEach(() => {
  guid = crypto.randomUUID();
});

/** Publishes as the editor of one browser tab, and returns the status and the published version. */
const publish = async (title: string, editor: string, version: number): Promise<unknown[]> => {
  const response = await tested.publish(guid, draftOf({ title }), { editor, version });
  return [response.status, ((await response.json()) as { version: number }).version];
};

const publishedTitle = async (): Promise<string | undefined> => {
  const start = (await (await tested.office.get(`dashboards/${guid}/start`)).json()) as EditorStart;
  return start.published?.title;
};

describe('a dashboard that was never published', () => {
  it('is published by the first of two authors; the second gets a conflict', async () => {
    expect(await publish('First', 'anna', 0)).toEqual([200, 1]);
    expect(await publish('Second', 'ben', 0)).toEqual([409, 1]);
    expect(await publishedTitle()).toBe('First');
  });

  it('is replaced by its own editor, which did not get the first answer', async () => {
    await publish('First', 'anna', 0);
    expect(await publish('First', 'anna', 0)).toEqual([200, 1]);
    expect(await publish('Improved', 'anna', 0)).toEqual([200, 2]);
    expect(await publish('Second', 'ben', 0)).toEqual([409, 2]);
    expect(await publishedTitle()).toBe('Improved');
  });

  it('is another author’s even if both have the same content', async () => {
    await publish('Same', 'anna', 0);
    expect(await publish('Same', 'ben', 0)).toEqual([409, 1]);
  });
});

describe('a published dashboard', () => {
  it('is not replaced from an older version after a discard', async () => {
    await publish('One', 'anna', 0);
    await publish('Two', 'anna', 1);
    await publish('Three', 'anna', 2);
    const save = (version: number, editor: string): Promise<Response> =>
      tested.office.post(
        `dashboards/${guid}/draft`,
        callOf(draftOf(), { version: 3, draftVersion: version, editor }),
      );
    for (const version of [0, 1, 2]) expect((await save(version, 'anna')).status).toBe(200);
    await tested.office.post(`dashboards/${guid}/discard`);
    expect(await (await save(0, 'ben')).json()).toEqual({ draftVersion: 1 });
    const late = await save(3, 'anna');
    expect([late.status, await late.json()]).toMatchObject([409, { version: 1 }]);
  });
});
