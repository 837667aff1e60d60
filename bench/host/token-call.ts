import type { Call } from '../http-load.ts';

const GUID = '6f1c5a0e-0d5e-4c1b-9a3b-1f2e3d4c5b6a';
/** A second dashboard of the same service. */
export const OTHER_GUID = '6f1c5a0e-0d5e-4c1b-9a3b-1f2e3d4c5b6b';

/** Returns the token request that the element sends to a host. */
export function toTokenCall(url: string, dashboardGuid = GUID): Call {
  return {
    url: `${url}/dashboards/token`,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Embedded-Dashboard': '1',
      'Sec-Fetch-Site': 'same-origin',
    },
    body: JSON.stringify({ dashboardGuid }),
  };
}
