import { toHex } from './to-hex.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the address of a page of the host application, with the dashboard and the display options of the settings.
 * The page has only the dashboard (`dashboards`), or is rendered by the server (`rendered`). `isDark` is the user's
 * color scheme. The address is relative, because the live demo is below a path prefix.
 */
export function toFullPageLink(
  settings: Settings,
  folder: 'dashboards' | 'rendered',
  isDark: boolean,
): string {
  const search = new URLSearchParams();
  const { theme } = settings;
  if (theme === 'dark' || (theme === 'auto' && isDark)) search.set('theme', 'dark');
  for (const name of ['color', 'background-color'] as const) {
    const value = settings[name];
    // The host application does not know this page's styles, such as the value of `var(--x)`.
    if (value) search.set(name, toHex(value) ?? value);
  }
  for (const name of ['parameters', 'filters'] as const) {
    if (settings[name]) search.set(name, settings[name]);
  }
  const guid = encodeURIComponent(settings['dashboard-guid']);
  return `${folder}/${guid}${search.size ? `?${search}` : ''}`;
}
