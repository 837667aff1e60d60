import type { Route } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DashboardDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import {
  box,
  boxes,
  button,
  draftOf,
  figure,
  GUID,
  preview,
  publish,
  openEditor,
  publishNow,
  tileForm,
  title,
  untilSaved,
} from './editor.ts';
import { office, page, useOffice } from './use-office.ts';

const { go } = useOffice();

const open = (draft?: DashboardDraft): Promise<void> => openEditor(go, draft);

describe('the layout', () => {
  const spans = (): Promise<(string | null)[]> =>
    page.locator('.board .box').evaluateAll((all) => all.map((each) => each.getAttribute('style')));
  const hasFocus = (name: string) =>
    box(name)
      .getByRole('button')
      .evaluate((each) => each === document.activeElement);

  it('is changed with the keyboard, and keeps the focus', async () => {
    await open();
    await box('B').getByRole('button').focus();
    for (const [key, order] of [
      ['ArrowLeft', 'BAC'],
      ['ArrowUp', 'BAC'],
      ['ArrowDown', 'ABC'],
      ['ArrowRight', 'ACB'],
      ['ArrowRight', 'ACB'],
      ['Control+ArrowLeft', 'ACB'],
      ['x', 'ACB'],
    ] as const) {
      await page.keyboard.press(key);
      expect([(await boxes()).join(''), await hasFocus('B')], key).toEqual([order, true]);
    }
    for (const [key, span] of [
      ['Shift+ArrowRight', 4],
      ['Shift+ArrowDown', 5],
      ['Shift+ArrowLeft', 4],
      ['Shift+ArrowUp', 3],
      ['Shift+ArrowLeft', 3],
    ] as const) {
      await page.keyboard.press(key);
      expect((await spans())[2], key).toBe(`--span: ${span}`);
    }
    await untilSaved({ tiles: [{ id: 'a', span: 3 }, { id: 'c' }, { id: 'b', span: 3 }] });
    expect(await tileForm().count()).toBe(0);
  });

  it('is changed with the pointer in one step, and Escape cancels it', async () => {
    await open();
    /** Drags from one place to another, in widths of the tile B from its left edge. */
    const drag = async (from: number, to: number, end?: string): Promise<void> => {
      await box('B').scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await box('B').boundingBox())!;
      await page.mouse.move(x + from * width, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + to * width, y + height / 2, { steps: 4 });
      if (end) await page.keyboard.press(end);
      await page.mouse.up();
    };
    await drag(0.5, -0.5, 'Escape');
    expect(await boxes()).toEqual(['A', 'B', 'C']);
    await drag(0.5, 0.52);
    await tileForm().waitFor();
    expect(await tileForm().getByLabel('Title', { exact: true }).inputValue()).toBe('B');
    await drag(0.5, -0.5);
    expect(await boxes()).toEqual(['B', 'A', 'C']);
    await button('Undo').click();
    expect(await boxes()).toEqual(['A', 'B', 'C']);
    await drag(0.98, 2);
    expect((await spans())[1]).toBe('--span: 6');
    await untilSaved({ tiles: [{ id: 'a' }, { id: 'b', span: 6 }, { id: 'c' }] });
  });

  it('and the preview select the tile whose form is open', async () => {
    await open();
    await preview().getByRole('heading', { name: 'C', exact: true }).click();
    const field = tileForm().getByLabel('Title', { exact: true });
    await expect.poll(() => field.inputValue()).toBe('C');
    expect(
      await page.locator('#tile-form').evaluate((each) => each === document.activeElement),
    ).toBe(true);
    await box('A').getByRole('button').click();
    await expect.poll(() => field.inputValue()).toBe('A');
    expect(await box('A').getByRole('button').getAttribute('aria-pressed')).toBe('true');
  });

  it('shows which tiles have problems', async () => {
    await open(draftOf([figure('a', 'A'), figure('b', 'B', { value: 'gone' })]));
    await box('B').getByText('Has problems').waitFor();
    expect(await box('A').getByText('Has problems').count()).toBe(0);
    await box('B').getByRole('button').click();
    const column = tileForm().getByLabel('Value', { exact: true });
    expect(await column.getAttribute('aria-invalid')).toBe('true');
    expect(await column.locator('option:checked').innerText()).toBe('gone');
    await column.selectOption('margin');
    await expect.poll(() => column.getAttribute('aria-invalid')).toBe(null);
  });
});

describe('the preview', () => {
  it('is visible only after its scripts have loaded, which notice clicks', async () => {
    const held: Route[] = [];
    onTestFinished(() => page.unrouteAll());
    await page.route('**/assets/preview*', (route) => void held.push(route));
    publish(draftOf([figure('c', 'C')]));
    await go(`dashboards/${GUID}`);
    await preview().locator('.tile').waitFor({ state: 'attached' });
    expect(await page.locator('.screen iframe:visible').count()).toBe(0);
    await expect.poll(() => held.length).toBe(1);
    await held[0]!.continue();
    await preview().getByRole('heading', { name: 'C', exact: true }).click();
    await tileForm().waitFor();
  });

  it('is shown as on other screens, and in dark', async () => {
    await open();
    const widthInside = () =>
      preview()
        .locator('html')
        .evaluate(() => innerWidth);
    for (const [screen, width] of [
      ['phone', 390],
      ['tablet', 820],
      ['wide', 1440],
    ] as const) {
      await page.getByLabel('Screen of the preview').selectOption(screen);
      await expect.poll(widthInside).toBe(width);
      const [frame, room] = await Promise.all([
        page.locator('.screen iframe').first().boundingBox(),
        page.locator('.screen').boundingBox(),
      ]);
      expect(frame!.width).toBeLessThanOrEqual(room!.width + 1);
    }
    await button('Dark').click();
    await preview().locator('html[data-theme=dark]').waitFor();
    expect(await button('Dark').getAttribute('aria-pressed')).toBe('true');
  });

  it('is retried at the author’s request, and when the draft is published', async () => {
    await open();
    const trouble = page.locator('.preview-head [role=status]');
    for (const again of [() => button('Try again').click(), publishNow]) {
      office.lose('preview');
      await title().fill(`${await title().inputValue()}!`);
      await trouble.getByText('cannot be reached').waitFor();
      office.heal('preview');
      await again();
      const heading = preview().getByRole('heading', { level: 1 });
      await expect.poll(() => heading.innerText()).toBe(await title().inputValue());
      await button('Try again').waitFor({ state: 'detached' });
    }
  });
});
