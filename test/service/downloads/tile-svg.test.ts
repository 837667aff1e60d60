import { describe, expect, it } from 'vitest';
import { useService } from '../tested-service.ts';
import { open } from './sold.ts';

const tested = useService({ dashboards: [open] });

const ask = async (query: string): Promise<Response> =>
  fetch(`${await tested.addressOf(open.guid)}?svg=bars${query}`);
const draw = async (query: string): Promise<string> => (await ask(query)).text();

/** Returns the texts of a picture. */
const textsOf = (svg: string): string[] =>
  Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text\s*>/g), ([, text]) => text!.trim());

describe('the picture of a tile', () => {
  it('is a file that may run and load nothing', async () => {
    const { status, headers } = await ask('');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /filename="Sold svg script & ?_*\.svg".*%E5%87%BA%E8%8D%B7\.svg$/,
    );
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *; base-uri 'none'; form-action 'none'; sandbox",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has the title, the legend and the chosen rows only', async () => {
    const svg = await draw('&filter.Region=North');
    const title = 'Sold &lt;/svg&gt;&lt;script&gt;&amp; / 出荷';
    const shown = [title, 'This year', 'Last year', 'Oslo'];
    expect(textsOf(svg)).toEqual(expect.arrayContaining(shown));
    expect(svg).not.toMatch(/Rome|7700\d|<script/);
    expect(svg.match(/<svg\s/g)).toHaveLength(2);
    expect(svg.match(/<\/svg>/g)).toHaveLength(2);
  });

  it('has the theme of the page, the marks of the filters, and nothing that the reader has hidden', async () => {
    const svg = await draw('&theme=dark&hidden=This+year&hidden=Unknown&filter.City=Oslo');
    expect(svg).toContain('fill="#1f232b"');
    expect(svg.match(/<path[^>]*opacity="0.35"/g)).toHaveLength(1);
    expect(textsOf(svg)).not.toContain('This year');
    expect(textsOf(svg)).toContain('Last year');
  });
});
