import {
  parsePostgresAddress,
  type PostgresAddress,
} from '../database/postgres/postgres-address.ts';
import { readCertificates } from '../process/certificate-file.ts';
import { SettingError } from '../process/setting-error.ts';

/** The parts of an address: before its hosts, the hosts, the database, and the parameters. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(|\?[^#]*)$/is;
/** Another text may be a part of a mistyped password. */
const PARAMETER = /^[a-z_]{1,40}$/i;
/** PostgreSQL shortens a longer name, and replaces other characters. */
const APPLICATION_NAME = /^[ -~]{1,63}$/;

/** The parameters of an address, spelled as libpq spells them. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'application_name', 'target_session_attrs'] as const;
type Parameters = Partial<Record<(typeof PARAMETERS)[number], string>>;

/**
 * Parses `postgres://user:password@host:port,host:port/database` with parameters, the value of a variable.
 * @throws {SettingError} The message names the variable and a parameter, and never a value.
 */
export function parsePostgresUrl(text: string, variable: string): PostgresAddress {
  const [, login = '', hosts = '', database = '', search = ''] = PARTS.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => `${login}${host}${database}`);
  const addresses = urls.map(parsePostgresAddress);
  const [address] = addresses;
  if (!address || !addresses.every((each) => each !== null)) {
    throw new SettingError(`${variable} must be postgres://user:password@host:port/database.`);
  }
  try {
    const parameters = readParameters(new URL(`${urls[0]}${search}`).searchParams);
    const servers = addresses.flatMap((each) => each.servers);
    return { ...address, ...toOptions(parameters), servers };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(`${variable}: ${error.message}`);
  }
}

/** Replaces the login of an address that {@link parsePostgresUrl} accepts. */
export function withLogin(text: string, user: string, password: string): string {
  const [, , hosts, database, search] = PARTS.exec(text)!;
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${hosts}${database}${search}`;
}

function readParameters(search: URLSearchParams): Parameters {
  const others = [...search.keys()].filter((name) => !PARAMETERS.includes(name as never));
  if (others.length === 0) return Object.fromEntries(search);
  const [name = ''] = others;
  const named = PARAMETER.test(name) ? `parameter ${name}` : 'a parameter';
  throw new SettingError(`${named} is not supported, only ${PARAMETERS.join(', ')}.`);
}

type AddressOptions = Partial<Pick<PostgresAddress, 'ssl' | 'applicationName' | 'isPrimary'>>;

function toOptions({
  sslmode,
  sslrootcert,
  application_name: applicationName,
  target_session_attrs: target,
}: Parameters): AddressOptions {
  if (applicationName !== undefined && !APPLICATION_NAME.test(applicationName)) {
    throw new SettingError('application_name must have 1 to 63 printable ASCII characters.');
  }
  if (target !== undefined && target !== 'read-write') {
    throw new SettingError('target_session_attrs can only be read-write.');
  }
  return {
    ssl: toSsl(sslmode, sslrootcert),
    ...(applicationName && { applicationName }),
    isPrimary: target !== undefined,
  };
}

function toSsl(mode = 'disable', file?: string): PostgresAddress['ssl'] {
  const ca = file === undefined ? undefined : readCertificates(file);
  const checked = ca === undefined ? {} : { ca };
  switch (mode) {
    case 'disable':
      // Otherwise somebody who names a certificate, and forgets the mode, would send the password in the clear.
      if (ca !== undefined) throw new SettingError('sslrootcert needs sslmode=verify-full.');
      return false;
    case 'require':
      // As in libpq, a certificate is never named in vain.
      return ca === undefined ? { rejectUnauthorized: false } : toSsl('verify-ca', file);
    case 'verify-ca':
      return { ...checked, checkServerIdentity: () => undefined };
    case 'verify-full':
      return ca === undefined || checked;
    default:
      throw new SettingError('sslmode must be disable, require, verify-ca or verify-full.');
  }
}
