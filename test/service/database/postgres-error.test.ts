import { expect, it } from 'vitest';
import { toDatabaseError } from '../../../service/src/database/postgres/postgres-error.ts';

const toError = (code?: string, message = ''): Error => Object.assign(new Error(message), { code });

it.each([
  ['EPIPE', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  [undefined, 'unavailable'],
  ['57P01', 'unavailable'],
  ['25006', 'unavailable'],
  ['57014', 'time-limit'],
  ['40001', '40001'],
])('an error with the code %s is %s', (code, expected) => {
  expect(toDatabaseError(toError(code))).toMatchObject({ code: expected });
});
