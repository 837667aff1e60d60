import { findLocally, forgetLocally, listLocally } from './local-drafts.ts';

/** Lists the drafts that exist only in this browser above the list of dashboards. A logout removes them. */
export function enlivenUnsavedDrafts(): void {
  document.querySelector('form[action$=logout]')?.addEventListener('submit', forgetAll);
  const box = document.querySelector<HTMLElement>('[data-unsaved-drafts]');
  const links = listLocally().map(toLink);
  if (!box || links.length === 0) return;
  box.append('Drafts saved only in this browser: ', ...links.flatMap((link) => [link, ' ']));
  box.hidden = false;
}

function forgetAll(): void {
  for (const guid of listLocally()) forgetLocally(guid);
}

function toLink(guid: string): HTMLAnchorElement {
  const { draft, companyId } = findLocally(guid)!;
  const link = document.createElement('a');
  link.href = `dashboards/${encodeURIComponent(guid)}?company=${companyId}`;
  link.textContent = draft.title || 'Untitled';
  return link;
}
