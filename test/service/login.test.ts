import { expect, it } from 'vitest';
import { createLoginPages } from '../../service/src/admin/login.ts';
import { DatabaseError, type Database } from '../../service/src/database/database.ts';
import { AdminSessionStore } from '../../service/src/state/admin-session-store.ts';
import type { ServiceParts } from '../../service/src/state/service-parts.ts';

const LOST = new DatabaseError('unavailable', 'The database is gone.');
const lost = { query: () => Promise.reject(LOST) } as unknown as Database;

it('reports no sign-out that the database has refused', async () => {
  const sessions = new AdminSessionStore(lost, 'binding', Date.now);
  const app = createLoginPages({ sessions } as ServiceParts);
  const errors: Error[] = [];
  app.onError((error, context) => {
    errors.push(error);
    return context.text('', 503);
  });
  const headers = { Cookie: 'back-office=some-session' };
  const { status } = await app.request('/logout', { method: 'POST', headers });
  expect([status, errors]).toEqual([503, [LOST]]);
});
