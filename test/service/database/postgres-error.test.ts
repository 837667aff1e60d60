import { expect, it } from 'vitest';
import {
  toDatabaseError,
  toReadError,
} from '../../../service/src/database/postgres/postgres-error.ts';

it.each<[code: string | undefined, own: string, read: string, message?: string]>([
  ['EPIPE', 'unavailable', 'unavailable'],
  ['ECONNRESET', 'unavailable', 'unavailable'],
  [undefined, 'unavailable', 'unavailable'],
  ['57P01', 'unavailable', 'unavailable'],
  ['53300', 'unavailable', 'unavailable'],
  // PgBouncer refuses everything with this code.
  ['08P01', 'unavailable', 'unavailable'],
  ['08P01', '28P01', '28P01', 'SASL authentication failed'],
  ['25006', 'unavailable', '25006'],
  ['40P01', 'unavailable', '40P01'],
  ['57014', 'time-limit', 'time-limit'],
  ['40001', '40001', '40001'],
])('an error with the code %s is %s, and %s for an author', (code, own, read, message = '') => {
  const error = Object.assign(new Error(message), { code });
  expect([toDatabaseError(error).code, toReadError(error).code]).toEqual([own, read]);
});
