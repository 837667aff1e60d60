import {
  createDashboardService,
  type Dashboard,
  type DashboardService,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../support/figures-dashboard.ts';
import { testService } from '../support/test-database.ts';

const figures = figuresDashboard(1, {
  better: 'SELECT 100 AS n, -100 AS previous',
  worse: 'SELECT -300 AS n, -200 AS previous',
});
for (const tile of figures.definition.tiles) Object.assign(tile, { previous: 'previous' });

const sold = (values: string): string => `SELECT * FROM (VALUES ${values}) AS sold (drink, n)`;
const manyDrinks = Array.from({ length: 9 }, (_, index) => `('Drink ${index}', ${index})`);

const shares = figuresDashboard(2, {
  twice: sold("('Tea', 1), ('Coffee', 1), ('Tea', 2)"),
  many: sold([...manyDrinks, "('Other', 64)"].join(', ')),
  tiny: sold("('Tea', 1), ('Coffee', 1000), ('Cocoa', 0)"),
  returned: sold("('Tea', 3), ('Coffee', -1)"),
  unsold: sold("('Tea', 0), ('Coffee', NULL)"),
});
for (const tile of shares.definition.tiles) {
  Object.assign(tile, { kind: 'donut', category: 'drink' });
}

let service: DashboardService;

beforeAll(async () => {
  const own = await testService();
  service = createDashboardService({ ...own, dashboards: [figures, shares] });
});

afterAll(() => service.close());

async function open({ guid }: Dashboard): Promise<string> {
  const call = (path: string): Promise<Response> =>
    service.fetch(new Request(`http://service.test/${path}`));
  const token = await (await call(`Api/GetToken/${service.apiKey}/anna/${guid}`)).text();
  return (await call(`Tdb/${token}`)).text();
}

it('shows whether a number went up, even from below zero', async () => {
  const page = await open(figures);
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
    expect(legendOf(await open(shares), 'twice')).toEqual(['Tea 75%', 'Coffee 25%']);
  });

  it('are the six largest and the sum of all others', async () => {
    expect(legendOf(await open(shares), 'many')).toEqual([
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
    expect(legendOf(await open(shares), 'tiny')).toEqual(['Tea &lt;1%', 'Coffee 100%', 'Cocoa 0%']);
  });

  it.each([
    ['returned', 'Negative values can’t be shown as shares'],
    ['unsold', 'All values are zero'],
  ])('are replaced by a sentence if there is no whole: %s', async (id, sentence) => {
    const page = await open(shares);
    expect(stateOf(page, id)).toBe('unfit');
    expect(tileOf(page, id)).toContain(sentence);
    expect(legendOf(page, id)).toEqual([]);
    expect(tileOf(page, id)).toContain('<td data-column="drink" data-value="Tea">');
  });
});

function tileOf(page: string, id: string): string {
  return new RegExp(`data-tile="${id}"[\\s\\S]*?</section>`).exec(page)![0];
}

/** Returns the name and the share of each line of a tile's legend. */
function legendOf(page: string, id: string): string[] {
  const lines = tileOf(page, id).matchAll(
    /class="name"[^>]*>([^<]*)<[\s\S]*?class="share"[^>]*>([^<]*)</g,
  );
  return Array.from(lines, ([, name, share]) => `${name} ${share}`);
}
