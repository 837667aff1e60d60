import type { EmbeddedDashboardElement } from 'embedded-dashboard';

type GetToken = NonNullable<EmbeddedDashboardElement['getToken']>;

/** An element that stays in a status, with the answers of the host application that lead to this status. */
export interface StatusSample {
  readonly title: string;
  /** Default: none, so that the element stays idle. */
  readonly getToken?: GetToken;
  /** Called when the dashboard has loaded or failed. */
  readonly onSettled?: (dashboard: EmbeddedDashboardElement) => void;
}

/** Calls the playground's own host application, as the element does. */
const askHost: GetToken = ({ dashboardGuid, signal }) =>
  fetch('/dashboards/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
    body: JSON.stringify({ dashboardGuid }),
    signal,
  });

const neverAnswer: GetToken = () => new Promise<never>(() => {});

/** Returns a `getToken` that answers with this HTTP status. */
function refuse(status: number): GetToken {
  return async () => new Response(null, { status });
}

function reload(dashboard: EmbeddedDashboardElement): void {
  dashboard.reload().catch(() => {});
}

/** Creates a dashboard that loads once, and then stays in its refresh. */
function createRefreshing(): StatusSample {
  let isLoaded = false;
  return {
    title: 'refreshing',
    getToken: (request) => (isLoaded ? neverAnswer(request) : askHost(request)),
    onSettled(dashboard) {
      isLoaded = true;
      reload(dashboard);
    },
  };
}

/** Creates a dashboard whose token expires after ten seconds, and that gets no other token. */
function createExpired(): StatusSample {
  let isLoaded = false;
  return {
    title: 'expired',
    async getToken(request) {
      const answer = isLoaded ? await neverAnswer(request) : ((await askHost(request)) as Response);
      if (!(answer instanceof Response && answer.ok)) return answer;
      return { ...((await answer.json()) as { token: string }), expiresIn: 10 };
    },
    onSettled: () => void (isLoaded = true),
  };
}

/** Creates the samples: one for each status, and one for each text of the status `failed`. */
export function createStatusSamples(): StatusSample[] {
  return [
    { title: 'idle' },
    { title: 'loading', getToken: neverAnswer, onSettled: reload },
    { title: 'ready', getToken: askHost },
    createRefreshing(),
    createExpired(),
    { title: 'logged-out', getToken: refuse(401) },
    { title: 'failed: forbidden', getToken: refuse(403) },
    { title: 'failed: not-found', getToken: refuse(404) },
    { title: 'failed: server', getToken: refuse(503) },
    { title: 'failed: bad-response', getToken: refuse(422) },
  ];
}
