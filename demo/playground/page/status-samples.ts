import type { EmbeddedDashboardElement } from 'embedded-dashboard';

type GetToken = NonNullable<EmbeddedDashboardElement['getToken']>;

/** An element that keeps a status, with the host application's answers that lead there. */
export interface StatusSample {
  readonly title: string;
  /** Without it, the element has nothing to do. */
  readonly getToken?: GetToken;
  /** Called when the dashboard has loaded or failed. */
  readonly onSettled?: (dashboard: EmbeddedDashboardElement) => void;
}

/** Asks the playground's own host application, as the element does. */
const askHost: GetToken = ({ dashboardGuid, signal }) =>
  fetch('/dashboards/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
    body: JSON.stringify({ dashboardGuid }),
    signal,
  });

const neverAnswer: GetToken = () => new Promise<never>(() => {});

/** Answers with this HTTP status. */
function refuse(status: number): GetToken {
  return async () => new Response(null, { status });
}

function reload(dashboard: EmbeddedDashboardElement): void {
  dashboard.reload().catch(() => {});
}

/** The dashboard loads once, and is refreshed from then on. */
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

/** The dashboard lives for ten seconds, and gets no other token. */
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

/** Makes the samples: one for each status, and one for each text of the status `failed`. */
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
