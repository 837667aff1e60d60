import type { EmbeddedDashboardElement } from 'embedded-dashboard';

type GetToken = NonNullable<EmbeddedDashboardElement['getToken']>;

/** An element that stays in a status, with the answers of the host application that lead to this status. */
export interface StatusSample {
  readonly title: string;
  /** The reason for the status, for readers. */
  readonly note: string;
  /** Default: none, so that the element stays idle. */
  readonly getToken?: GetToken;
  /** Called when the dashboard has loaded or failed. */
  readonly onSettled?: (dashboard: EmbeddedDashboardElement) => void;
}

/** The browser's own `fetch`: the log has the requests of the page's dashboard, not those of the samples. */
const fetchUnrecorded = window.fetch.bind(window);

/** Calls the playground's own host application, as the element does. The answer does not depend on the session. */
const askHost: GetToken = ({ dashboardGuid, signal }) =>
  fetchUnrecorded('/samples/token', {
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

/** Gets tokens for `expiresIn` seconds until the dashboard is on screen, and then no answer. */
function showOnce(
  expiresIn: number,
  then: StatusSample['onSettled'] = () => {},
): Pick<StatusSample, 'getToken' | 'onSettled'> {
  let isSettled = false;
  return {
    getToken: async (request) => {
      if (isSettled) return neverAnswer(request);
      const answer = (await askHost(request)) as Response;
      if (!answer.ok) return answer;
      return { ...((await answer.json()) as { token: string }), expiresIn };
    },
    onSettled: (dashboard) => {
      isSettled = true;
      then(dashboard);
    },
  };
}

function reload(dashboard: EmbeddedDashboardElement): void {
  dashboard.reload().catch(() => {});
}

/** Creates the samples: one for each status, and one for each text of the status `failed`. */
export function createStatusSamples(): StatusSample[] {
  return [
    { title: 'idle', note: 'It has nothing to load yet.' },
    {
      title: 'loading',
      note: 'The first token is pending.',
      getToken: neverAnswer,
      onSettled: reload,
    },
    { title: 'ready', note: 'The dashboard is on screen.', getToken: askHost },
    {
      title: 'refreshing',
      note: 'The next token is pending.',
      // Longer than a visit, so that the status lasts.
      ...showOnce(7200, reload),
    },
    {
      title: 'expired',
      note: 'The token ended after 20 seconds, without a new one.',
      ...showOnce(20),
    },
    { title: 'logged-out', note: 'Your server answered 401.', getToken: refuse(401) },
    { title: 'failed: forbidden', note: 'Your server answered 403.', getToken: refuse(403) },
    { title: 'failed: not-found', note: 'Your server answered 404.', getToken: refuse(404) },
    { title: 'failed: server', note: 'Your server answered 503.', getToken: refuse(503) },
    { title: 'failed: bad-response', note: 'Your server answered 422.', getToken: refuse(422) },
  ];
}
