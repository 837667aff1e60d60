import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GUID, tokenCall } from '../support/dashboard-calls.ts';
import { hostileText } from '../support/hostile-text.ts';
import { inputs } from '../support/inputs.ts';
import { newHost, upstream, useUpstream } from './own-upstream.ts';

useUpstream();

test(
  'no body changes a byte of GetToken while resolve ignores the parameters',
  async () => {
    const host = newHost();
    await host.fetch(tokenCall());
    const expected = JSON.stringify(upstream.calls.splice(0)[0]);
    const value = fc.oneof(hostileText, fc.jsonValue());
    const parameters = fc.oneof(fc.dictionary(hostileText, value), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(parameters, fc.dictionary(hostileText, value), async (chosen, others) => {
        const body = JSON.stringify({ ...others, dashboardGuid: GUID, parameters: chosen });
        const { status } = await host.fetch(tokenCall({ body }));
        const calls = upstream.calls.splice(0).map((call) => JSON.stringify(call));
        expect(calls).toEqual(status === 200 ? [expected] : []);
        expect([200, 400, 413]).toContain(status);
      }),
      inputs(100_000),
    );
  },
  20 * 60_000,
);
