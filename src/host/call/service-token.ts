import { type ServiceToken, toServiceToken } from '../../protocol/service-token.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';

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
