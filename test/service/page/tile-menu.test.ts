import { expect, it } from 'vitest';
import { tileOf } from '../../support/test-dashboard.ts';
import { closed, open } from '../downloads/sold.ts';
import { useService } from '../tested-service.ts';

const tested = useService({ dashboards: [open, closed] });

const read = async (query: string): Promise<string> =>
  (await fetch(`${await tested.addressOf(open.guid)}?${query}`)).text();

/** Returns the addresses of a menu by class. */
function menuOf(page: string, id: string): Record<string, string> {
  const links = tileOf(page, id).matchAll(/<a\s+data-use="(\w+)"\s+href="([^"]*)"/g);
  return Object.fromEntries(
    [...links].map(([, use, href]) => [use!, href!.replaceAll('&amp;', '&')]),
  );
}

it('has links for everything that a tile has, which keep choices and display options', async () => {
  const page = await read('theme=dark&color=red&filter.Region=North&x=1');
  const kept = '&theme=dark&color=red&filter.Region=North';
  expect(menuOf(page, 'bars')).toEqual({
    rows: `?rows=bars${kept}`,
    csv: `?csv=bars${kept}`,
    svg: `?svg=bars${kept}`,
    png: `?svg=bars${kept}`,
    full: `?full=bars${kept}`,
  });
  const uses = ['table', 'none', 'text'].map((id) => Object.keys(menuOf(page, id)));
  expect(uses).toEqual([['csv', 'full'], ['full'], []]);
  const shut = await tested.pageOf(closed);
  expect(Object.keys(menuOf(shut, 'bars'))).toEqual(['rows', 'full']);
});

it('shows the rows as a table, with the columns of the tile only', async () => {
  const page = await read('rows=bars&theme=dark&filter.Region=North');
  expect(page.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
  expect(tileOf(page, 'bars')).toMatch(/<div\s+class="rows"[\s\S]*Oslo[\s\S]*3/);
  expect(page).not.toMatch(/Rome|secret|7700\d|<svg/);
  expect(page).toMatch(/class="back" href="\?theme=dark&amp;filter.Region=North"/);
  expect(menuOf(page, 'bars').rows).toBeUndefined();
});

it('shows one tile in the full width, whose form keeps the view', async () => {
  const page = await read('full=bars');
  expect(page.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
  expect(page).toContain('--span:12');
  expect(tileOf(page, 'bars')).toContain('<svg');
  expect(page).toMatch(/<input type="hidden" name="full" value="bars"/);
  const part = await read('tiles=sold&full=bars&filter.Region=South');
  expect(part.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
  expect(part).toContain('Rome');
});
