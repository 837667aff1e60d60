import type { HttpAnswer } from './http-call.ts';

/** Likely reasons, by the status of the first answer. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Set DASHBOARD_HOST_COOKIE or DASHBOARD_HOST_AUTHORIZATION to the header of a user who is signed in.',
  403: 'This user may not see the dashboard, or a proxy removes X-Embedded-Dashboard, Origin or Host.',
  404: 'No host is at this address, or the service does not know the dashboard.',
  405: 'A proxy or a router does not pass POST on.',
  415: 'A proxy removes the Content-Type.',
};
const OF_SERVER = 'Its log says why. Check baseUrl, the API key and sqlParameters of the host.';
/** A development server answers 502 or 500 if nothing listens behind it. */
const OF_PROXY = 'If a proxy answers, start the host behind it.';

/** Reasons by the codes in the answers of `embedded-dashboard/host`. */
const BY_CODE: Readonly<Record<string, string>> = {
  config: 'Its log names the setting, or the value of resolve, that cannot be used.',
  forbidden: 'Add the dashboard to dashboards in the answer of resolve.',
  'not-found':
    'The service does not know the dashboard, or the host has another basePath. Check the GUID, “Accessible in API” and baseUrl.',
  'cross-site':
    'The call seems to come from another site: origins of the host lacks the origin of the page, or a proxy removes X-Embedded-Dashboard, Origin or Host.',
  'upstream-unreachable':
    'The host cannot reach the service. Check baseUrl of the host, and the network.',
  'upstream-timeout': 'The service does not answer the host in time.',
  'upstream-redirect': 'The service redirects the host. Check the scheme and the path of baseUrl.',
  'upstream-status':
    'The service refuses the host. Check apiKey of the host. Its log has the status.',
  'upstream-bad-token': 'GetToken answers the host without a token. Check baseUrl of the host.',
};

/** Returns the likely reason of a refused call; an empty text for an unusual status. */
export function explainRefusal({ status, body }: HttpAnswer): string {
  const [, code = ''] = /^\{"error":\{"code":"([a-z-]+)"/.exec(body) ?? [];
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code]!;
  return BY_STATUS[status] ?? (status >= 500 ? `${OF_SERVER} ${OF_PROXY}` : '');
}
