import { describe, expect, it } from 'vitest';
import type { Tile } from '../../../service/src/dashboard/definition.ts';
import { joinPieces, renderDashboardPage } from '../../../service/src/page/dashboard-page.ts';
import { toAwaited } from '../../../service/src/page/page-content.ts';
import { parseDisplayOptions } from '../../../service/src/page/display-options.ts';
import {
  renderClosedPage,
  renderNoDownloadsPage,
  renderBadChoicePage,
  renderUnavailablePage,
} from '../../../service/src/page/message-page.ts';
import { type PageLocale, toPageLocale } from '../../../service/src/words/page-locale.ts';
import { LANGUAGES } from '../../../service/src/words/languages.ts';
import type { PageWords } from '../../../service/src/words/page-words.ts';
import { NO_ASSETS, toResult } from '../../charts/draw-plot.ts';
import { type Plot, toTile } from '../../charts/plot.ts';

/** The words of these plots are not English, so that an English word is one of the page. */
const repeat = (count: number, toValue: (index: number) => string | number) =>
  Array.from({ length: count }, (_, index) => toValue(index));
const figure = (а: number | null, tile = {}): Plot => ({
  kind: 'number',
  rows: { а: [а], б: [2] },
  tile: { previous: 'б', note: 'Ж', ...tile },
});
const table = { а: [1, 2] };
const total = (kind: string) => ({
  columns: [{ column: 'а', label: 'Ж', format: 'decimal', total: kind }],
});
const failures = ['time-limit', 'parameters', 'connection', 'same-names', 'failed'] as const;
const PLOTS: Plot[] = [
  figure(3),
  figure(2),
  figure(1, { target: { kind: 'value', value: 2 } }),
  figure(3, { format: 'percent' }),
  figure(null),
  ...failures.map((failure): Plot =>
    Object.assign(figure(3), { result: { failure, reason: 'secret' } }),
  ),
  { kind: 'table', rows: table, tile: total('sum') },
  { kind: 'table', rows: table, tile: total('average') },
  { kind: 'table', rows: table, tile: total('sum'), result: { truncated: true } },
  { kind: 'donut', rows: { м: repeat(8, String), а: repeat(8, () => 1) }, tile: { addsUp: true } },
  { kind: 'donut', rows: { м: repeat(8, (n) => 2000 + n), а: repeat(8, () => 1) } },
  { kind: 'donut', rows: { м: ['1'], а: [-1] } },
  { kind: 'donut', rows: { м: ['1'], а: [0] } },
  { kind: 'line', rows: { м: ['1', '1'], а: [1, 2] } },
  { kind: 'line', rows: { м: ['2026-01-01', '2026-04-01'], а: [0.9, 0.91] } },
  { kind: 'line', rows: { м: ['2026-01-01 08:30:00+00', '2026-01-02 09:00:00+00'], а: [1, 2] } },
  { kind: 'line', rows: { м: repeat(100, String), а: repeat(100, Number) } },
  {
    kind: 'line',
    rows: { м: repeat(20, () => '1'), с: repeat(20, String), а: repeat(20, () => 0.8) },
    tile: { splitBy: 'с', format: 'percent' },
  },
  { kind: 'histogram', rows: { а: [1.5, null] } },
  { kind: 'histogram', rows: table, result: { truncated: true } },
];

const TAGS =
  'ar bg cs da de el en es fi fr he hi hr hu it ja ko nb nl pl pt ro sk sv tr uk vi zh-CN zh-TW';
const english = Object.entries(LANGUAGES.en) as [keyof PageWords, string][];
const placeholdersOf = (text: string): string[] => (text.match(/\{\w*\}/g) ?? []).toSorted();

describe('the languages', () => {
  it('are those that the documentation lists', () => {
    expect(Object.keys(LANGUAGES).join(' ')).toBe(TAGS);
  });

  it.each(Object.entries<PageWords>(LANGUAGES))('have all words: %s', (tag, words) => {
    for (const [key, text] of english) {
      expect(words[key].trim()).toBe(words[key]);
      expect(words[key]).not.toBe('');
      expect(placeholdersOf(words[key])).toEqual(placeholdersOf(text));
      // An equal sentence was copied and not translated.
      if (tag !== 'en' && text.length > 20) expect(words[key]).not.toBe(text);
    }
  });
});

describe('the closest language', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['ZH-tw', 'zh-TW'],
    ['zh-TW-u-nu-hanidec', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-SG', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-Latn', 'zh-CN'],
    ['pt-PT', 'pt'],
    ['iw', 'he'],
    ['fa', 'en'],
    ['sr-Latn', 'en'],
    ['und', 'en'],
  ])('of %s is %s', (tag, language) => {
    expect(toPageLocale(tag)).toMatchObject({
      language,
      words: LANGUAGES[language as keyof typeof LANGUAGES],
    });
  });

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa', 'rtl'],
    ['az-Arab', 'rtl'],
    ['az', 'ltr'],
    ['ja', 'ltr'],
  ])('sets the direction of %s to %s', (tag, direction) => {
    expect(toPageLocale(tag).direction).toBe(direction);
  });

  it('names the digits explicitly, and never uses those of the machine', () => {
    expect(toPageLocale('ar-EG').formats).toBe('ar-EG-u-ca-gregory-nu-arab');
    expect(toPageLocale('de-CH').formats).toBe('de-CH-u-ca-gregory-nu-latn');
    expect(toPageLocale('tlh').formats).toMatch(/^en-u-/);
  });
});

describe('a pseudo-language', () => {
  /** Returns full-width letters, so that a plain letter shows a word from another source. */
  const toPseudo = (text: string): string =>
    text.replaceAll(/\{\w+\}|[A-Za-z]/g, (part) =>
      part.length > 1 ? part : String.fromCharCode(part.charCodeAt(0) + 0xfee0),
    );
  const words = Object.fromEntries(
    english.map(([key, text]) => [key, toPseudo(text)]),
  ) as unknown as PageWords;
  const locale: PageLocale = { ...toPageLocale('el'), words };

  const shown = PLOTS.map((plot, index) => ({
    tile: { ...toTile(plot), id: `t${index}`, title: 'Ж', dataset: `d${index}`, span: 3 } as Tile,
    result: [`d${index}`, toResult(plot)] as const,
  }));
  const tiles = shown.map(({ tile }) => tile);
  const results = new Map(shown.map(({ result }) => result));

  const renderPages = async (): Promise<string[]> => {
    const display = parseDisplayOptions(new URLSearchParams());
    const definition = {
      subtitle: 'Ж',
      currency: 'EUR',
      datasets: {},
      tiles,
      shownParameters: ['ж'],
    };
    const dashboard = { title: 'Ж', definition };
    const values: Record<string, string>[] = [{}, { ж: '7' }];
    const filter = { kind: 'text', parameter: 'ж', label: 'Ж' } as const;
    const list = { kind: 'choice', parameter: 'з', label: 'Ж', list: [] } as const;
    const choices = Array.from({ length: 20 }, (_, index) => ({
      value: `${index}`,
      label: index === 0 ? '' : `${index}`,
    }));
    const long = { filter: { ...list, list: [] }, values: [], isLocked: false, choices };
    const set = [
      { filter, values: [], isLocked: false, choices: [] },
      { ...long, cut: { shown: 20, total: 30 } },
      { ...long, cut: { shown: 20, total: null } },
    ];
    const filters = { set, kept: [], isReset: false, isCut: true };
    const toUrl = (use: string, { id }: Tile): string => `?${use}=${id}`;
    const menus = { toUrl, hasDownloads: true, view: undefined };
    const more = { asOf: new Date(), menus, filters, backUrl: '?', zipUrl: '?' };
    const place = { locale, display, assets: NO_ASSETS };
    const pages = values.map((parameters) => {
      const content = { dashboard, parameters, results: toAwaited(results), ...more };
      return joinPieces(renderDashboardPage(dashboard, Promise.resolve(content), place));
    });
    const messages = [
      renderClosedPage(place, 'expired'),
      renderUnavailablePage(place, 5),
      renderBadChoicePage(place, []),
      renderNoDownloadsPage(place, '?'),
    ];
    const all = await Promise.all([...pages, ...messages]);
    return all.map(String);
  };

  it('leaves no other word on a page', async () => {
    for (const page of await renderPages()) {
      const texts = page.replaceAll(
        /<script[\s\S]*?<\/script>|<time[\s\S]*?<\/time\s*>|<[^>]*>/g,
        ' ',
      );
      // The names of formats and of the time zone are the same in all languages.
      expect(texts.replaceAll(/SVG|PNG|UTC/g, '').match(/[a-z]+/gi)).toBeNull();
      const attributes = page.matchAll(/\s(?:title|alt|placeholder|aria-label)="([^"]*)"/g);
      expect([...attributes].filter(([, text]) => /[a-z]/i.test(text!))).toEqual([]);
    }
  });

  it('finds each of its words on a page', async () => {
    const texts = (await renderPages())
      .join(' ')
      .replaceAll(/<script[\s\S]*?<\/script>/g, ' ')
      .replaceAll(/<[^>]*>/g, (tag) => {
        const read = /\s(?:aria-label|data-(?:text|none|first|failed))="([^"]*)"/g;
        return [...tag.matchAll(read)].map(([, text]) => text).join(' ');
      })
      .replaceAll(/\s+/g, ' ');
    for (const text of Object.values(words)) {
      for (const part of text.split(/\{\w+\}/)) expect(texts).toContain(part.trim());
    }
  });
});
