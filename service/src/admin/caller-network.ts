/** Addresses of this machine and of its own network: they have no network of 64 bits that is one customer. */
const LOCAL = /^(::|fe80:)/i;

/**
 * Returns the network of 64 bits of an IPv6 address, such as `2001:db8:0:1::/64`: one customer has all its addresses, and
 * would have as many attempts. Returns any other address as it is.
 */
export function toCallerNetwork(address: string): string {
  if (!address.includes(':') || LOCAL.test(address)) return address;
  const [before = '', after] = address.split('::');
  const first = before.split(':');
  const last = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...last];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
