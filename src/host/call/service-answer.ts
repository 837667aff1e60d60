import { DashboardHostError } from '../dashboard-host-error.ts';
import { findMissingParameters } from '../../protocol/missing-parameters.ts';
import { type ServiceToken, toServiceToken } from '../../protocol/service-token.ts';

/** The statuses by which the service, or a proxy in front of it, says that it can serve nobody now. */
export const OUT_OF_SERVICE: ReadonlySet<number> = new Set([502, 503, 504]);

/** The parts of a service's answer that the client reads. Nothing else of the answer leaves the client. */
export interface ServiceAnswer {
  status: number;
  contentType: string | null;
  /** The seconds of the header `Retry-After`. */
  retryAfterSeconds: number | null;
  /** The body; `null` if it was longer than any token. */
  text: string | null;
}

/** @throws {DashboardHostError} for any status but a success. Its text is the host's own. */
export function assertAccepted({ status, retryAfterSeconds, text }: ServiceAnswer): void {
  if (status >= 200 && status < 300) return;
  const missing = findMissingParameters(status, text);
  if (missing) {
    throw new DashboardHostError(
      'config',
      `The dashboard requires ${missing.join(', ')}: give each a value in sqlParameters.`,
    );
  }
  if (status < 400) {
    throw new DashboardHostError(
      'upstream-redirect',
      'The dashboard service answered with a redirect, which is not followed: check baseUrl.',
    );
  }
  switch (status) {
    case 401:
      throw upstreamStatus(status, 'refused the API key, check apiKey');
    case 403:
      throw upstreamStatus(status, 'refused the call, check apiKey and connectionString');
    case 404:
      throw new DashboardHostError(
        'not-found',
        'The dashboard service does not know this dashboard: check its GUID, that it is accessible in API, and baseUrl.',
      );
    case 429:
      throw new DashboardHostError('rate-limited', 'The dashboard service got too many calls.', {
        retryable: true,
        retryAfterSeconds,
      });
    case 503:
      throw upstreamStatus(status, 'is busy', { retryable: true, retryAfterSeconds });
    default:
      if (status < 500) throw upstreamStatus(status, 'refused the call');
      throw upstreamStatus(status, 'failed', { retryable: true });
  }
}

function upstreamStatus(
  status: number,
  what: string,
  details?: { retryable: boolean; retryAfterSeconds?: number | null },
): DashboardHostError {
  const message = `The dashboard service answered with status ${status}: it ${what}.`;
  return new DashboardHostError('upstream-status', message, details);
}

/**
 * Returns the token in GetToken's answer, as `toServiceToken` does.
 * @throws {DashboardHostError} `upstream-bad-token`
 */
export function parseServiceToken(contentType: string | null, text: string | null): ServiceToken {
  const token = toServiceToken(contentType, text);
  if (token) return token;
  throw new DashboardHostError(
    'upstream-bad-token',
    'GetToken answered without a valid token: check baseUrl, and that the dashboard is accessible in API.',
  );
}
