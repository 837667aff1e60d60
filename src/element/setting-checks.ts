import type { FrameOwner } from './dashboard-frame.ts';
import { warnOnce } from './developer-warnings.ts';
import { toRefreshMs } from './fresh-data.ts';
import { resolveUrl } from './token-source.ts';

/** Reports settings that are wrong, although the dashboard shows. */
export function checkSettings(
  settings: {
    readonly loginUrl: string | null;
    readonly refreshEvery: number | null;
    readonly theme: string | null;
  },
  owner: Pick<FrameOwner, 'report'>,
): void {
  const { loginUrl, refreshEvery, theme } = settings;
  if (loginUrl && !resolveUrl(loginUrl)) {
    owner.report('login-url must be an http or https address.');
  }
  if (Number.isNaN(toRefreshMs(refreshEvery))) {
    owner.report('refresh-every must be a number of seconds, 30 or more.');
  }
  if (theme && !/^(dark|light|auto)$/.test(theme)) {
    warnOnce(`theme="${theme}" is unknown. Use dark or auto.`);
  }
}
