import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDashboardHost, sessionIdFrom } from 'embedded-dashboard/host';
import { GUID, logoutCall, tokenCall } from '../support/dashboard-calls.ts';
import { inputs } from '../support/inputs.ts';
import { recordService } from './recorded-service.ts';

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const anyParts = fc.array(anyText, { minLength: 1, maxLength: 4 });

test('the id is 43 characters of the service’s alphabet, for any parts', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      expect(sessionIdFrom(...parts)).toMatch(/^[\w-]{43}$/);
    }),
    inputs(100),
  );
});

test('the id is the same for the same parts, and differs for any others', () => {
  fc.assert(
    fc.property(anyParts, anyParts, (some, others) => {
      const same = JSON.stringify(some) === JSON.stringify(others);
      expect(sessionIdFrom(...some) === sessionIdFrom(...others)).toBe(same);
    }),
    inputs(100),
  );
});

test('the id is the same at GetToken and at Logout, and differs for every user and every login', async () => {
  const service = recordService();
  const host = createDashboardHost<string[]>({
    baseUrl: 'https://bi.example.com',
    apiKey: 'key-1',
    resolve: (_, { context }) => ({ sessionId: sessionIdFrom(...context), dashboards: [GUID] }),
  });
  /** Returns the session ids that the service gets for the token and for the logout of a login. */
  const idsOf = async (login: string[]): Promise<string[]> => {
    await host.fetch(tokenCall(), login);
    await host.fetch(logoutCall(), login);
    const [token, logout] = service.takeCalls().map(({ address }) => address.split('/'));
    return [token!.at(-2)!, logout!.at(-1)!];
  };
  const anyLogin = fc.tuple(
    fc.constantFrom('ann', 'ann1', 'bob'),
    fc.constantFrom('1', '11', 'bob'),
  );
  const property = fc.asyncProperty(anyLogin, anyLogin, async (one, other) => {
    const [token, logout] = await idsOf(one);
    expect(logout).toBe(token);
    const same = one.join() === other.join();
    expect((await idsOf(other))[0] === token).toBe(same);
  });
  await fc.assert(property, inputs(200)).finally(() => service.restore());
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
