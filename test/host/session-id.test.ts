import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionIdFrom } from 'embedded-dashboard/host';
import { inputs } from '../support/inputs.ts';

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const anyParts = fc.array(anyText, { minLength: 1, maxLength: 4 });

test('the id is 43 characters of the service’s alphabet, equal for equal parts only', () => {
  fc.assert(
    fc.property(anyParts, anyParts, (some, others) => {
      expect(sessionIdFrom(...some)).toMatch(/^[\w-]{43}$/);
      const same = JSON.stringify(some) === JSON.stringify(others);
      expect(sessionIdFrom(...some) === sessionIdFrom(...others)).toBe(same);
    }),
    inputs(100),
  );
});

test('the id differs for parts that are equal after joining', () => {
  const ids = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['\ud800'], ['\ud801'], ['\ufffd']];
  expect(new Set(ids.map((parts) => sessionIdFrom(...parts))).size).toBe(ids.length);
});

test('the id is the same in every release', () => {
  expect(sessionIdFrom('user-1', 'login-1')).toMatchInlineSnapshot(
    `"f1rqYNF_oV4dLdWLEPvcfFWo7AoAHubwa3QpZ4I2U8o"`,
  );
});

test.for([[], [undefined], ['a', null], [7]])(
  'refuses %j, which would be one id for many users',
  (parts) => {
    expect(() => sessionIdFrom(...(parts as string[]))).toThrow(
      expect.objectContaining({ code: 'config' }),
    );
  },
);
