/** The methods of the console that write. */
export const CONSOLE = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Returns everything that a script can read from a value: its own and inherited fields, without native ones. */
export function everythingOf(value: unknown, seen = new Set<unknown>()): string {
  if (seen.has(value) || value instanceof Node || value === window) return '';
  seen.add(value);
  if (typeof value !== 'object' || !value) return String(value);
  const parts: string[] = [];
  for (let holder: object | null = value; holder; holder = Reflect.getPrototypeOf(holder)) {
    if (holder !== value && /native code/.test(String(holder.constructor))) break;
    for (const key of Reflect.ownKeys(holder)) {
      parts.push(String(key), everythingOf(Reflect.get(holder, key, value), seen));
    }
  }
  // Not every engine has an error's message and stack as own fields.
  if (value instanceof Error) parts.push(value.message, value.stack ?? '');
  return parts.join('\n');
}
