import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { CALLABLE, findUnreviewed } from './reviewed-functions.ts';

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases({ kind: 'memory' }, PATIENCE_MS);
});

afterAll(() => databases.close());

it('a reader may call only reviewed functions', async () => {
  const { rows } = await databases.data.read(CALLABLE, [], {});
  const names = rows.map(({ name }) => String(name));
  expect(names).toContain('pg_sleep');
  expect(findUnreviewed(names)).toEqual([]);
});
