import { parseIssuer } from '../state/provider-settings.ts';
import { parseRoleRules } from '../state/role-rules.ts';
import { list } from './setting-readers.ts';
import type { Setting } from './setting.ts';

/** The settings of the identity provider of the back office: all of the first three, or none. */
export const OIDC_SETTINGS = {
  /**
   * The identity provider (OpenID Connect) at which people sign in to the back office: its `https` address, or `http` on
   * loopback. It needs `oidcClientId` and `oidcClientSecret`. Default: none.
   */
  oidcIssuer: {
    variable: 'SERVICE_OIDC_ISSUER',
    parse: parseIssuer,
    shown: 'none',
    meaning:
      'The `https` address of the identity provider (OpenID Connect) at which people sign in to the back office. It needs the next two variables.',
  },
  /** The id that the identity provider has given to the service. */
  oidcClientId: {
    variable: 'SERVICE_OIDC_CLIENT_ID',
    shown: 'none',
    meaning: 'The id of the service at the identity provider.',
  },
  /** The secret that the identity provider has given to the service. */
  oidcClientSecret: {
    variable: 'SERVICE_OIDC_CLIENT_SECRET',
    shown: 'none',
    meaning: 'The secret of the service at the identity provider.',
  },
  /**
   * The roles of people who sign in at the identity provider, each `claim:value=role` or `claim:value=role@company`.
   * Default: none; administrators give roles in the back office.
   */
  oidcRoles: {
    variable: 'SERVICE_OIDC_ROLES',
    read: list(/\s+/),
    parse: parseRoleRules,
    fallback: '',
    shown: 'none',
    meaning:
      'The roles of people who sign in at the identity provider, separated by spaces: `claim:value=role` for all companies, or `claim:value=role@company`.',
  },
} satisfies Record<string, Setting>;
