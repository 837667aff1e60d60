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
 * Completes the options by the files of the folder: without an address by all that they hold, and without a key by the
 * one for this service. A key never goes to another address than its own.
 */
export function completeTarget(named: Named, envKey: string, read: ReadAddresses): Target {
  const { service, host, page } = named;
  const isNamed = [service, host, page].some((address) => address !== undefined);
  if (isNamed && (service === undefined || envKey)) return { named, apiKey: envKey, lines: [] };
  const written = read();
  const key = envKey || (written?.apiKey ?? '');
  if (isNamed || !written) {
    const isOwn = toPlain(written?.service) === toPlain(service);
    return { named, apiKey: isOwn ? key : envKey, lines: [] };
  }
  const found = toNamed(written, named, key);
  return { named: found, apiKey: key, lines: toLines(found, key, written.note) };
}

/** Without a key, the service cannot be checked. */
function toNamed(written: WrittenAddresses, { dashboard }: Named, key: string): Named {
  return {
    ...(key && written.service && { service: written.service }),
    host: written.host,
    page: written.page,
    dashboard: dashboard ?? written.dashboard,
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

function toPlain(address: string | undefined): string | undefined {
  return address?.replace(/\/+$/, '');
}
