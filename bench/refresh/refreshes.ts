/** A way to go on with a new token. */
export interface Refresh {
  /** As the tables call it. */
  name: string;
  /** The page's content; its function `refresh` resolves when the new token is in use. */
  write: (service: string) => string;
}

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

/** All that are measured. */
export const REFRESHES = {
  ours: {
    name: 'ours: a second frame, swapped in',
    write: () => `<script src="/ours.js"></script>
      <embedded-dashboard token-url="/token" dashboard-guid="${GUID}"></embedded-dashboard>
      <script>
        const refresh = () => document.querySelector('embedded-dashboard').reload();
      </script>`,
  },
  source: {
    name: 'by hand: `iframe.src =`',
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
    name: 'Superset’s SDK: the same frame, told of the token',
    write: (service) => `<div id="dashboard"></div><script src="/superset.js"></script><script>
      let onToken;
      // The SDK asks by its own clock.
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

export type RefreshName = keyof typeof REFRESHES;
