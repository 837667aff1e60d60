import { type AddressForm, parseServerUrl, type ServerAddress } from '../server-url.ts';

/** The port of addresses without one. */
export const DEFAULT_PORT = 3306;

/** The values of `ssl-mode` check a server's certificate as MySQL's own client does. */
const FORM: AddressForm = {
  protocol: /^(mysql|mariadb):$/i,
  defaultPort: DEFAULT_PORT,
  sslParameter: 'ssl-mode',
  sslModes: { DISABLED: false, REQUIRED: { rejectUnauthorized: false }, VERIFY_IDENTITY: true },
};

/**
 * Parses `mysql://user:password@host:port/database` or `mariadb://…`, with `?ssl-mode=DISABLED`, `REQUIRED` or
 * `VERIFY_IDENTITY`; returns `null` for anything else.
 */
export function parseMysqlAddress(text: string): ServerAddress | null {
  return parseServerUrl(text, FORM);
}
