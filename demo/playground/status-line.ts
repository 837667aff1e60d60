import type { EmbeddedDashboardElement } from 'embedded-dashboard';

const WORDS: Record<EmbeddedDashboardElement['status'], string> = {
  idle: 'Waiting',
  loading: 'Loading',
  ready: 'Live',
  refreshing: 'Renewing',
  expired: 'Expired',
  'logged-out': 'Session ended',
  failed: 'Not available',
};

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Keeps a line of text that tells the dashboard's status and when its token expires. */
export function followStatus(dashboard: EmbeddedDashboardElement, line: HTMLElement): void {
  const show = (): void => {
    const { status, expiresAt } = dashboard;
    const expiry = expiresAt ? `Token expires at ${time.format(expiresAt)}` : '';
    const text = [WORDS[status], expiry].filter(Boolean).join(' · ');
    // Written only where it changes, for a reader may have it selected.
    if (line.textContent !== text) line.textContent = text;
    line.dataset['status'] = status;
  };
  show();
  // No event tells that a new dashboard begins to load.
  setInterval(show, 500);
}
