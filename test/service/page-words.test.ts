import { describe, expect, it } from 'vitest';
import type { AxisTile, Tile } from '../../service/src/dashboard/definition.ts';
import type { DatasetResult } from '../../service/src/dashboard/run-dashboard.ts';
import type { Column } from '../../service/src/database/column-type.ts';
import type { Row } from '../../service/src/database/database.ts';
import { findAssets } from '../../service/src/page/assets.ts';
import { renderDashboardPage } from '../../service/src/page/dashboard-page.ts';
import { parseDisplayOptions } from '../../service/src/page/display-options.ts';
import {
  renderClosedPage,
  renderNoDownloadsPage,
  renderRefusedPage,
  renderUnavailablePage,
} from '../../service/src/page/message-page.ts';
import { type PageLocale, toPageLocale } from '../../service/src/page/page-locale.ts';
import { LANGUAGES } from '../../service/src/page/words/languages.ts';
import type { PageWords } from '../../service/src/page/words/page-words.ts';

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

  const base = { dataset: 'two', title: 'Ж', span: 3 } as const;
  const figure = (id: string, value: string, dataset: string = 'two') =>
    ({
      ...base,
      id,
      dataset,
      kind: 'number',
      value,
      previous: 'b',
      format: 'decimal',
      note: 'Ж',
    }) as const;
  const ring = (id: string, dataset: string): Tile => ({
    id,
    dataset,
    title: 'Ж',
    span: 3,
    kind: 'donut',
    category: 'm',
    value: 'a',
    format: 'currency',
  });
  const label = 'Ж';
  const line = (id: string, dataset: string, more: Partial<AxisTile> = {}): Tile => ({
    ...base,
    id,
    dataset,
    kind: 'line',
    category: 'm',
    series: ['a', 'b'].map((column) => ({ column, label })),
    format: 'percent',
    ...more,
  });
  const totals = (id: string, dataset: string): Tile => ({
    ...base,
    id,
    dataset,
    kind: 'table',
    columns: (['sum', 'average'] as const).map((total) => {
      return { column: 'b', label, format: 'decimal', total };
    }),
  });
  const histogram = (id: string, dataset: string): Tile => ({
    ...base,
    id,
    dataset,
    kind: 'histogram',
    value: 'a',
    format: 'decimal',
  });
  const tiles: Tile[] = [
    figure('t1', 'a'),
    figure('t2', 'b'),
    { ...figure('t3', 'c'), target: { kind: 'value', value: 2 } },
    { ...figure('t4', 'a'), format: 'percent' },
    figure('t5', 'a', 'none'),
    ...(['time-limit', 'parameters', 'connection', 'failed'] as const).map((failure, index) =>
      figure(`t${index + 6}`, 'a', failure),
    ),
    { ...base, id: 't10', kind: 'table', columns: [{ column: 'm', label, format: 'month' }] },
    ring('t11', 'many'),
    ring('t13', 'negative'),
    ring('t14', 'zeros'),
    line('t12', 'two', { categoryFormat: 'month' }),
    line('t15', 'repeated'),
    line('t16', 'days'),
    line('t17', 'splits', { splitBy: 's' }),
    totals('t18', 'days'),
    totals('t19', 'two'),
    histogram('t20', 'two'),
    histogram('t21', 'gap'),
  ];
  const row = (m: string) => ({ a: 3, b: 2, c: 1, m });
  const toResult = (rows: Row[], truncated = false): DatasetResult => {
    const names = Object.keys(rows[0] ?? {});
    const columns = names.map((name): Column => ({
      name,
      type: name === 'm' ? 'date' : 'decimal',
    }));
    return { columns, rows, truncated, durationMs: 1 };
  };
  const days = Array.from({ length: 60 }, (_, day) => ({
    ...row(new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10)),
    a: 0.9 + day / 1000,
  }));
  const splits = Array.from({ length: 20 }, (_, s) => ({
    ...row('2026-01-31'),
    a: 0.8,
    s: `${s}`,
  }));
  const results = new Map<string, DatasetResult>([
    ['two', toResult([row('2026-01-31'), row('2026-02-28')], true)],
    ['none', toResult([])],
    ['many', toResult(Array.from({ length: 8 }, (_, m) => ({ a: 1, m })))],
    ['negative', toResult([{ a: -1, m: '1' }])],
    ['gap', toResult([{ a: 1 }, { a: null }])],
    ['zeros', toResult([{ a: 0, m: '1' }])],
    ['repeated', toResult([row('2026-01-31'), row('2026-01-31')])],
    ['days', toResult(days)],
    ['splits', toResult(splits)],
    ...(['time-limit', 'parameters', 'connection', 'failed'] as const).map(
      (failure): [string, DatasetResult] => [failure, { failure, reason: 'secret' }],
    ),
  ]);

  const renderPages = async (): Promise<string[]> => {
    const assets = await findAssets();
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
      label: `${index}`,
    }));
    const set = [
      { filter, values: [], isLocked: false, choices: [] },
      { filter: { ...list, list: [] }, values: [], isLocked: false, choices },
    ];
    const filters = { set, kept: [], isReset: false };
    const toUrl = (use: string, { id }: Tile): string => `?${use}=${id}`;
    const menus = { toUrl, hasDownloads: true, view: undefined };
    const more = { asOf: new Date(), menus, filters, backUrl: '?', zipUrl: '?' };
    const pages = values.map((parameters) =>
      renderDashboardPage({ dashboard, parameters, results, ...more }, locale, display, assets),
    );
    const messages = [
      renderClosedPage(locale, display, assets, 'expired'),
      renderUnavailablePage(locale, display, assets, 5),
      renderRefusedPage(locale, display, assets, []),
      renderNoDownloadsPage(locale, display, assets, '?'),
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
      // The names of formats are the same in all languages.
      expect(texts.replaceAll(/SVG|PNG/g, '').match(/[a-z]+/gi)).toBeNull();
      const attributes = page.matchAll(/\s(?:title|alt|placeholder|aria-label)="([^"]*)"/g);
      expect([...attributes].filter(([, text]) => /[a-z]/i.test(text!))).toEqual([]);
    }
  });

  it('finds each of its words on a page', async () => {
    const texts = (await renderPages())
      .join(' ')
      .replaceAll(/<[^>]*?(?: (?:aria-label|data-text)="([^"]*)"[^>]*)?>/g, '$1')
      .replaceAll(/\s+/g, ' ');
    for (const text of Object.values(words)) {
      for (const part of text.split(/\{\w+\}/)) expect(texts).toContain(part.trim());
    }
  });
});
