/** Undefined outside of a browser. */
export const darkScheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** Whether a dashboard is dark: always, or because the user prefers that. */
export function isDark(theme: string | null): boolean {
  return theme === 'dark' || (theme === 'auto' && darkScheme.matches);
}
