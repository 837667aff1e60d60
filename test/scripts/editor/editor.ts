import type { FrameLocator, Locator } from 'playwright-core';
import { expect } from 'vitest';
import {
  EMPTY_DRAFT,
  type DashboardDraft,
  toDashboard,
} from '../../../service/src/dashboard/dashboard-draft.ts';
import type { Tile } from '../../../service/src/dashboard/definition.ts';
import { publishedAs } from './memory-stores.ts';
import { office, page } from './use-office.ts';

/** The dashboard of most tests. */
export const GUID = '0f0f0f0f-0000-4000-8000-000000000001';

/** Returns a tile with a figure. */
export function figure(id: string, title: string, changes: object = {}): Tile {
  const value = { value: 'revenue', format: 'integer', note: '' };
  return { id, title, kind: 'number', dataset: 'data', span: 3, ...value, ...changes } as Tile;
}

/** Returns a draft whose dataset has regions with a revenue and a margin. */
export function draftOf(tiles: Tile[], changes: Partial<DashboardDraft> = {}): DashboardDraft {
  const datasets = [{ name: 'data', sql: 'SELECT * FROM sold' }];
  return { ...EMPTY_DRAFT, title: 'Sales', datasets, tiles, ...changes };
}

/** Publishes a dashboard for the editor, with these earlier versions. */
export function publish(draft: DashboardDraft, ...earlier: DashboardDraft[]): void {
  const { published, versions } = office.stores;
  const toSaved = (each: DashboardDraft, version: number) => {
    return { ...publishedAs(GUID, each.title), ...toDashboard(each), version };
  };
  published.set(GUID, toSaved(draft, earlier.length + 1));
  versions.set(GUID, earlier.map((each, at) => toSaved(each, at + 1)).toReversed());
}

/**
 * Publishes a dashboard, opens its editor, and waits for its preview, or for what it shows instead. Default: a dashboard with three figures. `go` opens
 * a page of the back office.
 */
export async function openEditor(
  go: (path: string) => Promise<void>,
  draft = draftOf([figure('a', 'A'), figure('b', 'B'), figure('c', 'C')]),
  shown = preview().locator('.tile').first(),
): Promise<void> {
  publish(draft);
  await go(`dashboards/${GUID}`);
  await shown.waitFor();
}

/** Returns the draft that the service has; its published version if there is none. */
export const saved = (): Partial<DashboardDraft> | undefined =>
  [...office.stores.saved.values()].at(-1)?.draft;

/** Saves the draft at once, and waits until it has these parts. */
export async function untilSaved(parts: object): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toMatchObject(parts);
}

/** Waits until another author has saved a draft, which this editor does not know. */
export function saveTheirs(draft: DashboardDraft): void {
  const there = office.stores.saved.get(GUID);
  const place = { companyId: 1, companyName: '', publishedVersion: 1, savedAt: new Date(0) };
  const version = (there?.version ?? 0) + 1;
  office.stores.saved.set(GUID, {
    guid: GUID,
    title: '',
    draft,
    version,
    editor: 'other',
    ...place,
  });
}

export const button = (name: string, within: Locator | typeof page = page): Locator =>
  within.getByRole('button', { name, exact: true });
export const title = (): Locator => page.getByLabel('Title', { exact: true }).first();
export const preview = (): FrameLocator => page.frameLocator('.screen iframe:first-child');
export const tileForm = (): Locator => page.getByRole('group', { name: 'Selected tile' });
export const box = (name: string): Locator =>
  page.locator('.board .box', { has: page.getByText(name, { exact: true }) });
/** Returns the titles of the tiles in the layout. */
export const boxes = (): Promise<string[]> => page.locator('.board .name').allInnerTexts();
/** Waits until the bar shows a text. */
export const untilStatus = (text: string): Promise<void> =>
  expect
    .poll(() => page.locator('.save-bar .status').allInnerTexts())
    .toContainEqual(expect.stringContaining(text));

/** Publishes the draft with the keyboard. */
export async function publishNow(): Promise<void> {
  // While a dialog is open, the shortcuts are its own.
  await page.locator('dialog[open]').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+Shift+Enter');
  await button('Publish now').press('Enter');
}

/** Waits until the focus is on the control with this label or text. */
export const untilFocused = (text: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const control = document.activeElement as HTMLInputElement;
        const label = document.getElementById(control.getAttribute('aria-labelledby') ?? '');
        return (
          (control.labels?.[0] ?? label)?.textContent ??
          control.ariaLabel ??
          control.textContent?.trim()
        );
      }),
    )
    .toBe(text);
