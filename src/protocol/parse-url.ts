/** Returns an address, resolved against `base` if there is one; `null` for anything that is not an address. */
export function parseUrl(value: string, base?: string): URL | null {
  return URL.canParse(value, base) ? new URL(value, base) : null;
}
