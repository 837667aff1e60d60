import { BlockList, isIP } from 'node:net';
import { SettingError } from './setting-error.ts';

/**
 * Returns the address of a caller. `connection`: the address of the connection. `forwarded`: the addresses that proxies
 * have noted in `X-Forwarded-For`, the last one by the nearest proxy.
 */
export type FindCaller = (connection: string, forwarded: string | undefined) => string;

/**
 * Returns a function that finds callers behind proxies: the last address that is none of `places`, which are addresses or
 * networks. Anybody can send `X-Forwarded-For`, so only what a trusted proxy has noted counts.
 * @throws {SettingError} for a place that is neither.
 */
export function trustProxies(places: readonly string[]): FindCaller {
  const trusted = new BlockList();
  for (const place of places) addPlace(trusted, place);
  const isTrusted = (address: string): boolean =>
    isIP(address) > 0 && trusted.check(address, toFamily(address));
  return (connection, forwarded = '') => {
    let caller = toAddress(connection);
    for (const text of forwarded.split(',').toReversed()) {
      const address = toAddress(text);
      if (!isTrusted(caller) || isIP(address) === 0) break;
      caller = address;
    }
    return caller;
  };
}

function addPlace(trusted: BlockList, place: string): void {
  const [, address = '', length] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(place) ?? [];
  try {
    if (length === undefined) trusted.addAddress(address, toFamily(address));
    else trusted.addSubnet(address, Number(length), toFamily(address));
  } catch {
    throw new SettingError(
      `SERVICE_TRUSTED_PROXIES: "${place}" is neither an address nor a network such as 10.0.0.0/8.`,
    );
  }
}

/** Returns an address without a port, and an IPv4 address without its form as IPv6. */
function toAddress(text: string): string {
  const [, ipv6, ipv4] =
    /^\s*(?:\[([\da-f:.]+)\](?::\d+)?|(?:::ffff:)?([\d.]+)(?::\d+)?)\s*$/i.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text.trim();
}

function toFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
