import { describe, expect, it } from 'vitest';
import { figuresDashboard, stateOf, tileOf } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const figures = figuresDashboard(
  1,
  {
    better: 'SELECT 100 AS n, -100 AS previous',
    worse: 'SELECT -300 AS n, -200 AS previous',
  },
  { previous: 'previous' },
);

const sold = (values: string): string => `SELECT * FROM (VALUES ${values}) AS sold (drink, n)`;
const manyDrinks = Array.from({ length: 9 }, (_, index) => `('Drink ${index}', ${index})`);

const shares = figuresDashboard(
  2,
  {
    twice: sold("('Tea', 1), ('Coffee', 1), ('Tea', 2)"),
    many: sold([...manyDrinks, "('Other', 64)"].join(', ')),
    tiny: sold("('Tea', 1), ('Coffee', 1000), ('Cocoa', 0)"),
    returned: sold("('Tea', 3), ('Coffee', -1)"),
    unsold: sold("('Tea', 0), ('Coffee', NULL)"),
  },
  { kind: 'donut', category: 'drink' },
);

const tested = useService({ dashboards: [figures, shares] });

it('shows whether a number went up, even from below zero', async () => {
  const page = await tested.pageOf(figures);
  const changes = [
    ...page.matchAll(/class="(good|bad)"[\s\S]*?hidden">(up|down)<[\s\S]*?> *\s*([\d.]+%)/g),
  ];
  expect(changes.map(([, ...change]) => change.join(' '))).toEqual([
    'good up 200.0%',
    'bad down 50.0%',
  ]);
});

describe('the shares of a whole', () => {
  it('add up rows of the same name', async () => {
    expect(legendOf(await tested.pageOf(shares), 'twice')).toEqual(['Tea 75%', 'Coffee 25%']);
  });

  it('are the six largest and the sum of all others', async () => {
    expect(legendOf(await tested.pageOf(shares), 'many')).toEqual([
      'Drink 8 8%',
      'Drink 7 7%',
      'Drink 6 6%',
      'Drink 5 5%',
      'Drink 4 4%',
      'Drink 3 3%',
      'Other 67%',
    ]);
  });

  it('are zero only for a value of zero', async () => {
    expect(legendOf(await tested.pageOf(shares), 'tiny')).toEqual([
      'Tea &lt;1%',
      'Coffee 100%',
      'Cocoa 0%',
    ]);
  });

  it.each([
    ['returned', 'Negative values can’t be shown as shares'],
    ['unsold', 'All values are zero'],
  ])('are replaced by a sentence if there is no whole: %s', async (id, sentence) => {
    const page = await tested.pageOf(shares);
    expect(stateOf(page, id)).toBe('unfit');
    expect(tileOf(page, id)).toContain(sentence);
    expect(legendOf(page, id)).toEqual([]);
    expect(tileOf(page, id)).toContain('<td data-column="drink" data-value="Tea">');
  });
});

/** Returns the name and the share of each line of a tile's legend. */
function legendOf(page: string, id: string): string[] {
  const lines = tileOf(page, id).matchAll(
    /class="name"[^>]*>([^<]*)<[\s\S]*?class="share"[^>]*>([^<]*)</g,
  );
  return Array.from(lines, ([, name, share]) => `${name} ${share}`);
}
