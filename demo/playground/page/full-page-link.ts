import { toHex } from './to-hex.ts';
import type { Settings } from './settings.ts';

/**
 * The host's address of the dashboard on a page of its own, in the look of the settings: the dashboard
 * alone (`/dashboards`), or in a page that the server writes (`/rendered`). `isDark` is the user's color
 * scheme.
 */
export function toFullPageLink(
  settings: Settings,
  folder: '/dashboards' | '/rendered',
  isDark: boolean,
): string {
  const search = new URLSearchParams();
  const { theme } = settings;
  if (theme === 'dark' || (theme === 'auto' && isDark)) search.set('theme', 'dark');
  for (const name of ['color', 'background-color'] as const) {
    const value = settings[name];
    // The host does not know the page's styles.
    if (value) search.set(name, toHex(value) ?? value);
  }
  const guid = encodeURIComponent(settings['dashboard-guid']);
  return `${folder}/${guid}${search.size ? `?${search}` : ''}`;
}
