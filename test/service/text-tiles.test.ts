import { createDashboardService, type Dashboard, type Tile } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeChanges } from '../../service/src/admin/browser/editor/draft-changes.ts';
import { createTile, toKind } from '../../service/src/admin/browser/editor/new-tile.ts';
import { EMPTY_DRAFT, toDraft } from '../../service/src/dashboard/dashboard-draft.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import { renderMarkdown } from '../../service/src/dashboard/markdown.ts';
import { testService } from '../support/test-database.ts';

const GUID = '00000000-0000-4000-8000-0000000000c2';
const NO_COLUMNS = { names: [], types: {}, numbers: [], plain: [] };
const text = (id: string, title: string): Tile => ({
  id,
  title,
  span: 6,
  kind: 'text',
  text: '# Scope\n\nAll **orders**, see [the help](https://help.example.com/a?b=1&c=2).',
});
const figure = (id: string): Tile => ({
  ...{ id, title: id, span: 6, kind: 'number', dataset: 'one', value: 'n', note: '' },
  format: 'integer',
});
const dashboard: Dashboard = {
  guid: GUID,
  title: 'Texts',
  accessible: true,
  definition: {
    subtitle: '',
    currency: 'EUR',
    shownParameters: [],
    datasets: { one: { sql: 'SELECT 1 AS n' } },
    tiles: [
      figure('before'),
      text('intro', ''),
      { id: 'costs', title: 'Costs <b>', kind: 'heading', span: 12 },
      figure('after'),
      text('notes', 'Notes'),
    ],
  },
};

let service: ReturnType<typeof createDashboardService>;
let page: string;
const call = async (path: string): Promise<Response> =>
  service.fetch(new Request(`http://service.test/${path}`));

beforeAll(async () => {
  service = createDashboardService({ ...(await testService()), dashboards: [dashboard] });
  const token = await (await call(`Api/GetToken/${service.apiKey}/anna/${GUID}`)).text();
  page = await (await call(`Tdb/${token}`)).text();
});

afterAll(() => service.close());

describe('a section heading', () => {
  it('is a heading above the titles of the tiles that follow', () => {
    const headings = [...page.matchAll(/<h(\d)[^>]*>\s*([^<]*?)\s*<\/h\d>/g)];
    expect(headings.map(([, level, title]) => `${level} ${title}`)).toEqual([
      '1 Texts',
      '2 before',
      '2 Scope',
      '2 Costs &lt;b&gt;',
      '3 after',
      '3 Notes',
      '4 Scope',
    ]);
  });

  it('has the full width', () => {
    const problems = parseDraft({
      ...EMPTY_DRAFT,
      title: 'A',
      datasets: [],
      tiles: [{ id: 'a', title: 'A', kind: 'heading', span: 6 }],
    }).problems.map(({ path }) => path);
    expect(problems).toEqual(['tiles.0.span']);
  });
});

describe('a text', () => {
  it('has links in a new tab, which do not know the dashboard', () => {
    expect(page).toContain(
      '<a href="https://help.example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">the help</a>',
    );
  });

  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <img src=x onerror=alert(1)>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>'],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
    ['[a](javascript&colon;alert(1))', '<p>[a](javascript:alert(1))</p>'],
    ['[a](/path)', '<p>[a](/path)</p>'],
    ['[a](//evil.example)', '<p>[a](//evil.example)</p>'],
    ['[a](http://evil.example)', '<p>[a](http://evil.example)</p>'],
    ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
    ['<mailto:a@b.example>', '<p>&lt;mailto:a@b.example&gt;</p>'],
    ['[a]: vbscript:x\n\n[a]', '<p>[a]: vbscript:x</p>\n<p>[a]</p>'],
  ])('has neither HTML nor another address than https: %s', (markdown, html) => {
    expect(renderMarkdown(markdown, 2).trim()).toBe(html);
  });

  it('escapes quotes in addresses and titles', () => {
    const html = renderMarkdown('[a](https://x.example/"onclick="x "\\"><b>")', 2);
    expect(html).not.toMatch(/<b>|"onclick/);
  });

  it('has no images', () => {
    expect(renderMarkdown('![a](https://x.example/a.png)', 2)).not.toContain('<img');
  });

  it('has at most six levels of headings', () => {
    expect(renderMarkdown('###### a', 4).trim()).toBe('<h6>a</h6>');
  });

  it.each([
    ['', 'Write the text.'],
    ['[a](http://x.example)', 'Links must start with https://, unlike “http://x.example”.'],
    ['<javascript:alert(1)>', 'Links must start with https://, unlike “javascript:alert(1)”.'],
    ['a'.repeat(10_001), 'Shorten it to 10000 characters.'],
  ])('has a problem that says what to do: %#', (markdown, message) => {
    const tile = { id: 'a', title: '', kind: 'text', span: 6, text: markdown };
    const { problems } = parseDraft({ ...EMPTY_DRAFT, title: 'A', datasets: [], tiles: [tile] });
    expect(problems).toEqual([{ path: 'tiles.0.text', message }]);
  });

  it.each(['`[a](http://x)`', '[a](https://x.example)', '# 1 < 2'])('may be %s', (markdown) => {
    const tile = { id: 'a', title: '', kind: 'text', span: 6, text: markdown };
    expect(
      parseDraft({ ...EMPTY_DRAFT, title: 'A', datasets: [], tiles: [tile] }).problems,
    ).toEqual([]);
  });
});

it('texts and headings have no rows as CSV', async () => {
  const token = await (await call(`Api/GetToken/${service.apiKey}/anna/${GUID}`)).text();
  expect((await call(`Tdb/${token}?csv=notes`)).status).toBe(404);
  expect((await call(`Tdb/${token}?csv=after`)).status).toBe(200);
});

describe('the editor', () => {
  it('gives a text that becomes a chart the last dataset, and keeps the width', () => {
    const dataset = 'rows';
    const columns = NO_COLUMNS;
    const wide = { ...text('a', 'A'), span: 8 } as Tile;
    expect(toKind(wide, 'bar', { dataset, columns })).toMatchObject({ dataset, span: 8 });
    expect(toKind(wide, 'heading', { dataset, columns })).toEqual({
      id: 'a',
      title: 'A',
      kind: 'heading',
      span: 12,
    });
    const bars = createTile('bar', { id: 'a', title: 'A', dataset: 'own' }, columns);
    expect(toKind(bars, 'donut', { dataset, columns })).toMatchObject({ dataset: 'own' });
  });

  it('names a text without a title by its first words', () => {
    const changes = describeChanges({ ...EMPTY_DRAFT, title: 'Texts' }, toDraft(dashboard));
    expect(changes).toContain('Tile “Scope” is new.');
  });
});
