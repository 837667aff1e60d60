import { describe, expect, it } from 'vitest';
import { tileOf } from '../../support/test-dashboard.ts';
import { closed, open } from '../downloads/sold.ts';
import { useService } from '../tested-service.ts';

const tested = useService({ dashboards: [open, closed] });

const read = async (address: string): Promise<string> => (await fetch(address)).text();

/** Returns the addresses of a menu by class. */
function menuOf(page: string, id: string): Record<string, string> {
  const links = tileOf(page, id).matchAll(/<a\s+data-use="(\w+)"\s+href="([^"]*)"/g);
  return Object.fromEntries(
    [...links].map(([, use, href]) => [use!, href!.replaceAll('&amp;', '&')]),
  );
}

describe('the menu of a tile', () => {
  it('has links that keep choices and display options', async () => {
    const address = await tested.addressOf(open.guid);
    const page = await read(`${address}?theme=dark&color=red&filter.Region=North&x=1`);
    const kept = '&theme=dark&color=red&filter.Region=North';
    expect(menuOf(page, 'bars')).toEqual({
      rows: `?rows=bars${kept}`,
      csv: `?csv=bars${kept}`,
      svg: `?svg=bars${kept}`,
      png: `?svg=bars${kept}`,
      full: `?full=bars${kept}`,
    });
  });

  it('offers only what a tile has', async () => {
    const page = await tested.pageOf(open);
    expect(Object.keys(menuOf(page, 'table'))).toEqual(['csv', 'full']);
    expect(Object.keys(menuOf(page, 'none'))).toEqual(['full']);
    expect(Object.keys(menuOf(page, 'text'))).toEqual([]);
  });

  it('shows the rows as a table, with the columns of the tile only', async () => {
    const address = await tested.addressOf(open.guid);
    const page = await read(`${address}?rows=bars&theme=dark&filter.Region=North`);
    expect(page).toContain('data-tile="bars"');
    const tile = tileOf(page, 'bars');
    expect(tile).toMatch(/<div\s+class="rows"[\s\S]*Oslo[\s\S]*3/);
    expect(tile).not.toContain('<svg');
    expect(page).not.toContain('Rome');
    expect(page).not.toMatch(/secret|7700\d/);
    expect(page).not.toContain('data-tile="table"');
    expect(page).toMatch(/class="back" href="\?theme=dark&amp;filter.Region=North"/);
    expect(menuOf(page, 'bars').rows).toBeUndefined();
  });

  it('shows one tile in the full width, whose form keeps the view', async () => {
    const address = await tested.addressOf(open.guid);
    const page = await read(`${address}?full=bars`);
    expect(page.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
    expect(page).toContain('--span:12');
    expect(tileOf(page, 'bars')).toContain('<svg');
    expect(page).toMatch(/<input type="hidden" name="full" value="bars"/);
    const part = await read(`${address}?tiles=sold&full=bars&filter.Region=South`);
    expect(part.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
    expect(part).toContain('Rome');
  });

  it('has no downloads if the author has switched them off', async () => {
    const page = await tested.pageOf(closed);
    expect(Object.keys(menuOf(page, 'bars'))).toEqual(['rows', 'full']);
  });
});
