import type { Dashboard, Tile } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../../service/src/dashboard/draft-changes.ts';
import { createTile, toKind } from '../../../service/src/admin/browser/editor/suggest/new-tile.ts';
import { EMPTY_DRAFT, toDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import { renderMarkdown } from '../../../service/src/dashboard/markdown.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

const text = (id: string, title: string): Tile => ({
  ...{ id, title, span: 6, kind: 'text' },
  text: '# Scope\n\nAll **orders**, see [the help](https://help.example.com/a?b=1&c=2).',
});
const dashboard: Dashboard = figuresDashboard(1, {
  before: 'SELECT 1 AS n',
  after: 'SELECT 1 AS n',
});
const [before, after] = dashboard.definition.tiles as [Tile, Tile];
const heading: Tile = { id: 'costs', title: 'Costs <b>', kind: 'heading', span: 12 };
dashboard.definition.tiles = [before, text('intro', ''), heading, after, text('notes', 'Notes')];

const tested = useService({ dashboards: [dashboard] });

it('the titles after a section heading are one level lower', async () => {
  const page = await tested.pageOf(dashboard);
  const headings = [...page.matchAll(/<h(\d)[^>]*>\s*([^<]*?)\s*<\/h\d>/g)];
  expect(headings.map(([, level, title]) => `${level} ${title}`).toSorted()).toEqual([
    '1 Dashboard 1',
    '2 Costs &lt;b&gt;',
    '2 Scope',
    '2 before',
    '3 Notes',
    '3 after',
    '4 Scope',
  ]);
});

it.each([
  [
    '[the help](https://help.example.com/a?b=1&c=2)',
    '<p><a href="https://help.example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">the help</a></p>',
  ],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <img src=x onerror=alert(1)>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>'],
  ['![a](https://x.example/a.png)', expect.not.stringContaining('<img')],
  ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ['[a](javascript&colon;alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ['[a](//evil.example)', '<p>[a](//evil.example)</p>'],
  ['[a](http://evil.example)', '<p>[a](http://evil.example)</p>'],
  ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
  ['<mailto:a@b.example>', '<p>&lt;mailto:a@b.example&gt;</p>'],
  ['[a]: vbscript:x\n\n[a]', '<p>[a]: vbscript:x</p>\n<p>[a]</p>'],
  ['[a](https://x.example/"onclick="x "\\"><b>")', expect.not.stringMatching(/<b>|"onclick/)],
  ['###### a', '<h6>a</h6>'],
])('a text has no HTML, no image and no address but of https: %s', (markdown, html) => {
  expect(renderMarkdown(markdown, 2).trim()).toEqual(html);
});

describe('the editor', () => {
  const columns = { names: [], types: {}, numbers: [], plain: [] };

  it('gives a text that becomes a chart the last dataset, and keeps the width', () => {
    const dataset = 'rows';
    const wide = { ...text('a', 'A'), span: 8 } as Tile;
    expect(toKind(wide, 'bar', { dataset, columns })).toMatchObject({ dataset, span: 8 });
    expect(toKind(wide, 'heading', { dataset, columns })).toEqual({
      ...{ id: 'a', title: 'A', kind: 'heading', span: 12 },
    });
    const bars = createTile('bar', { id: 'a', title: 'A', dataset: 'own' }, columns);
    expect(toKind(bars, 'donut', { dataset, columns })).toMatchObject({ dataset: 'own' });
  });

  it('names a text without a title by its first words', () => {
    const changes = describeChanges({ ...EMPTY_DRAFT, title: 'Texts' }, toDraft(dashboard));
    expect(changes).toContain('Tile “Scope” is new.');
  });
});
