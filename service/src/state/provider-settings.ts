import { isLoopback } from '../process/public-url.ts';
import { SettingError } from '../process/setting-error.ts';
import type { RoleRule } from './role-rules.ts';

/** The identity provider at which people sign in to the back office, by OpenID Connect. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The rules that give roles. Without any, administrators give roles in the back office. */
  roles: readonly RoleRule[];
}

/** The values of the settings. `null` or missing: not set. */
interface OidcValues {
  oidcIssuer?: string | undefined;
  oidcClientId?: string | undefined;
  oidcClientSecret?: string | undefined;
  oidcRoles: readonly RoleRule[];
}

/**
 * Parses SERVICE_OIDC_ISSUER.
 * @throws {SettingError} for anything but an https address, or an http address on loopback.
 */
export function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.username && !url.password && !/[?#]/.test(text);
  if (isPlain && isAllowedAddress(url)) return text;
  throw new SettingError(
    'SERVICE_OIDC_ISSUER (oidcIssuer) must be the https address of the identity provider, such as https://login.example.com. Only on loopback may it be http.',
  );
}

/** Returns whether the service may call an address of the provider: by https, or on loopback by http. */
export function isAllowedAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/**
 * Returns the provider of the settings; `null` without one.
 * @throws {SettingError} if a part is missing.
 */
export function toProvider(values: OidcValues): ProviderSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = values;
  const roles = values.oidcRoles;
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, roles };
  if (!issuer && !clientId && !clientSecret && roles.length === 0) return null;
  throw new SettingError(
    'Set all of SERVICE_OIDC_ISSUER, SERVICE_OIDC_CLIENT_ID and SERVICE_OIDC_CLIENT_SECRET, or none of them and no SERVICE_OIDC_ROLES.',
  );
}
