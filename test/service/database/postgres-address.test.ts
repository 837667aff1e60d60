import { expect, it } from 'vitest';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';

it('names one server, a login with a password, and a database', () => {
  expect(parsePostgresAddress('postgres://ann:s%2Fx@db.test:6543/sales')).toEqual({
    servers: [{ host: 'db.test', port: 6543 }],
    user: 'ann',
    password: 's/x',
    database: 'sales',
    ssl: false,
    applicationName: 'dashboard-service',
    isPrimary: false,
  });
});

it.each([
  'mysql://ann:x@db.test/sales',
  'postgres://ann:x@/sales',
  'postgres://ann:x@one.test,two.test/sales',
  'postgres://ann@db.test/sales',
  'postgres://:x@db.test/sales',
  'postgres://ann:x@db.test',
  'postgres://ann:x@db.test/sales?sslmode=prefer',
  'postgres://ann:x@db.test/sales?host=/tmp',
  'postgres://ann:x@db.test/sales?sslmode=verify-full&sslrootcert=/etc/passwd',
  'postgres://ann:%ff@db.test/sales',
])('is nothing else, such as %s', (text) => {
  expect(parsePostgresAddress(text)).toBe(null);
});
