import type { EmbeddedDashboardElement } from 'embedded-dashboard';

/** The element's status, and how long its token lives on. */
export function showStatus(
  { status, expiresAt }: EmbeddedDashboardElement,
  line: HTMLElement,
): void {
  const left = expiresAt ? Math.max(0, expiresAt.getTime() - Date.now()) : null;
  const text = left === null ? '' : `token ends in ${toClock(left)}`;
  line.dataset['status'] = status;
  const [word, rest] = line.children as unknown as [HTMLElement, HTMLElement];
  // Written only where it changes, for a reader may have it selected.
  if (word.textContent !== status) word.textContent = status;
  if (rest.textContent !== text) rest.textContent = text;
}

/** Hours, minutes and seconds, like 1:59:03 or 0:42. */
function toClock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
}
