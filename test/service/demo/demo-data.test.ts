import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { DEMO_CONTENT } from '../../../service/src/demo/demo-data.ts';

// Prepared databases are cached under this name.
it('gives the demo data a new name whenever they change', () => {
  const hash = createHash('sha256').update(DEMO_CONTENT.toSql()).digest('hex').slice(0, 16);
  expect({ name: DEMO_CONTENT.name, hash }).toEqual({
    name: 'demo-2-rights-2',
    hash: 'ad42616bcf3447d8',
  });
});
