import { SUPERSET_SDK } from '../sdk-names.ts';

/** A way to continue with a new token. */
export interface Refresh {
  /** The name in the tables. */
  name: string;
  /** The milliseconds from the load of the dashboard's page until it paints. */
  lateMs: number;
  /** The page's content; its function `refresh` resolves when the new token is in use. */
  write: (service: string) => string;
}

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

const LATE_MS = 800;
/** Later than the element's swap. */
const VERY_LATE_MS = 2_000;

/** All ways that are measured. */
export const REFRESHES = {
  ours: { name: 'ours: a second frame, swapped in', lateMs: LATE_MS, write: writeOurs },
  oursVeryLate: {
    name: `ours, if the dashboard paints after ${VERY_LATE_MS} ms`,
    lateMs: VERY_LATE_MS,
    write: writeOurs,
  },
  source: {
    name: 'by hand: `iframe.src =`',
    lateMs: LATE_MS,
    write: () => `<iframe></iframe><script>
      const refresh = async () => {
        const { token, baseUrl } = await askForToken();
        const frame = document.querySelector('iframe');
        frame.src = baseUrl + '/Tdb/' + token;
        await new Promise((resolve) => frame.addEventListener('load', resolve));
      };
      refresh();
    </script>`,
  },
  superset: {
    name: `${SUPERSET_SDK}: the new token in the same frame`,
    lateMs: LATE_MS,
    write: (service) => `<div id="dashboard"></div><script src="/superset.js"></script><script>
      let onToken;
      // The SDK requests tokens on its own schedule.
      const refresh = () => new Promise((resolve) => (onToken = resolve));
      supersetEmbeddedSdk.embedDashboard({
        id: '${GUID}',
        supersetDomain: '${service}',
        mountPoint: document.getElementById('dashboard'),
        fetchGuestToken: async () => {
          const { token } = await askForToken();
          onToken?.();
          return token;
        },
      });
    </script>`,
  },
} satisfies Record<string, Refresh>;

function writeOurs(): string {
  return `<script src="/ours.js"></script>
    <embedded-dashboard token-url="/token" dashboard-guid="${GUID}"></embedded-dashboard>
    <script>
      const refresh = () => document.querySelector('embedded-dashboard').reload();
    </script>`;
}

export type RefreshName = keyof typeof REFRESHES;
