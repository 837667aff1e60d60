import { parseUrl } from '../../../src/protocol/parse-url.ts';
import type { WrittenAddresses } from '../written-addresses.ts';

/** Reads the files of the folder in which the command runs; `null` if none holds addresses. */
export type ReadAddresses = () => WrittenAddresses | null;

/** The options of a run that name what to check. */
export type Named = Partial<Record<'service' | 'host' | 'page' | 'dashboard', string>>;

/** The addresses that a run checks. */
export interface Target {
  named: Named;
  apiKey: string;
  /** Lines for the developer about what was read from files. */
  lines: string[];
}

/**
 * Completes the options by the files of the folder: without an address, or with one of the application's own pages, by
 * all that they hold; without a key by the one for this service. A key never goes to another address than its own.
 */
export function completeTarget(named: Named, envKey: string, read: ReadAddresses): Target {
  const { service, host, page } = named;
  const isComplete = service === undefined ? host !== undefined : envKey !== '';
  const unchanged = { named, apiKey: envKey, lines: [] };
  if (isComplete) return unchanged;
  const written = read();
  const key = envKey || (written?.apiKey ?? '');
  if (service !== undefined || !written) {
    const isOwn = toPlain(written?.service) === toPlain(service);
    return { named, apiKey: isOwn ? key : envKey, lines: [] };
  }
  const isForeign = page !== undefined && toOrigin(page) !== toOrigin(written.host);
  if (isForeign) return unchanged;
  const found = toRead(written, named, key);
  return { named: { ...named, ...found }, apiKey: key, lines: toLines(found, key, written.note) };
}

/** Returns the addresses that no option names. Without a key, the service cannot be checked. */
function toRead(
  { service, host, page, dashboard }: WrittenAddresses,
  named: Named,
  key: string,
): Named {
  return {
    ...(key && service && { service }),
    host,
    ...(named.page === undefined && { page }),
    ...(named.dashboard === undefined && { dashboard }),
  };
}

function toLines(found: Named, key: string, note: string | undefined): string[] {
  const options = Object.entries(found).map(([name, value]) => `--${name} ${value}`);
  return [
    `From the files of this folder: ${options.join(' ')}`,
    ...(key
      ? []
      : ['The service is not checked: set DASHBOARD_API_KEY to the key of the account.']),
    ...(note ? [note] : []),
  ];
}

function toOrigin(address: string): string | undefined {
  return parseUrl(address)?.origin;
}

function toPlain(address: string | undefined): string | undefined {
  return address?.replace(/\/+$/, '');
}
