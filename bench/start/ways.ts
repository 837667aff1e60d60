import { LOOKER_SDK, SUPERSET_SDK } from '../sdk-names.ts';

/** The addresses that a page needs to show a dashboard. */
export interface Places {
  /** The dashboard service. */
  service: string;
  cdn: string;
  /** The integrity hash of the CDN file. */
  integrity: string;
  /** Returns the tag with its frame, from the host's `render`. */
  render: () => Promise<string>;
}

/** A way to show a dashboard. */
export interface Way {
  /** The name in the tables. */
  name: string;
  /**
   * The sequential round trips of a cold visit until the service has what data can be requested with. Each server
   * takes one to connect, one for TLS, and one for a request. The last request arrives after half a round trip. The
   * token takes the application's server another round trip.
   */
  roundTrips: number;
  /** The round trips for scripts, which a warm visit does not need. */
  scriptRoundTrips: number;
  /** The page's content. */
  write: (places: Places) => string | Promise<string>;
}

export const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

/** The package's file at the page's own origin. */
export const FILE = '/embedded-dashboard.min.js';
export const SUPERSET_FILE = '/superset.js';
export const LOOKER_FILE = '/looker.js';
export const TOKEN_URL = '/dashboards/token';
/** The address where the SDKs of others request their token. */
export const PEER_TOKEN_URL = '/peer/token';

/** All ways that are measured. The other ways are compared with the first one. */
export const WAYS = {
  byHand: {
    name: 'by hand: `fetch` and an `iframe`',
    roundTrips: 7.5,
    scriptRoundTrips: 0,
    write: ({ service }) => `<script>
      (async () => {
        const answer = await fetch('${TOKEN_URL}', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
          body: JSON.stringify({ dashboardGuid: '${GUID}' }),
        });
        const { token } = await answer.json();
        const frame = document.createElement('iframe');
        frame.src = '${service}/Tdb/' + token;
        document.body.append(frame);
      })();
    </script>`,
  },
  file: {
    name: 'ours, its file from the page’s origin',
    roundTrips: 8.5,
    scriptRoundTrips: 1,
    write: ({ service }) => `<script src="${FILE}" defer></script>${toTag(service)}`,
  },
  cdn: {
    name: 'ours, its file from a CDN’s origin',
    roundTrips: 10.5,
    scriptRoundTrips: 3,
    write: ({ service, cdn, integrity }) =>
      `<script src="${cdn}${FILE}" integrity="${integrity}" crossorigin defer></script>${toTag(service)}`,
  },
  rendered: {
    name: 'ours, with `dashboards.render`',
    roundTrips: 6.5,
    // The frame does not wait for the script.
    scriptRoundTrips: 0,
    write: async ({ render }) => `<script src="${FILE}" defer></script>${await render()}`,
  },
  superset: {
    name: SUPERSET_SDK,
    roundTrips: 7.5,
    scriptRoundTrips: 1,
    write: ({ service }) => `<div id="dashboard"></div><script src="${SUPERSET_FILE}"></script>
    <script>
      supersetEmbeddedSdk.embedDashboard({
        id: '${GUID}',
        supersetDomain: '${service}',
        mountPoint: document.getElementById('dashboard'),
        fetchGuestToken: async () => (await (await fetch('${PEER_TOKEN_URL}')).json()).token,
      });
    </script>`,
  },
  looker: {
    name: LOOKER_SDK,
    roundTrips: 8.5,
    scriptRoundTrips: 1,
    write: ({ service }) => `<div id="dashboard"></div><script src="${LOOKER_FILE}"></script>
    <script>
      const sdk = LookerEmbedSDK.getEmbedSDK();
      sdk.init('${service}', '${PEER_TOKEN_URL}');
      sdk.createDashboardWithId('1').appendTo('#dashboard').build().connect();
    </script>`,
  },
} satisfies Record<string, Way>;

export type WayName = keyof typeof WAYS;

function toTag(service: string): string {
  return `<embedded-dashboard token-url="${TOKEN_URL}" dashboard-guid="${GUID}" base-url="${service}"></embedded-dashboard>`;
}
