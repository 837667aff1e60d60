import { toHex } from './to-hex.ts';
import type { Settings } from './settings-form.ts';

/**
 * The host's address of the dashboard on a page of its own, in the look of the settings: the dashboard
 * alone (`/dashboards`), or in a page that the server writes (`/rendered`).
 */
export function toFullPageLink(settings: Settings, folder: '/dashboards' | '/rendered'): string {
  const search = new URLSearchParams();
  if (isDark(settings['theme'])) search.set('theme', 'dark');
  for (const name of ['color', 'background-color']) {
    const value = settings[name];
    // The host does not know the page's styles.
    if (value) search.set(name, toHex(value) ?? value);
  }
  const guid = encodeURIComponent(settings['dashboard-guid'] ?? '');
  return `${folder}/${guid}${search.size ? `?${search}` : ''}`;
}

function isDark(theme: string | undefined): boolean {
  return (
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
