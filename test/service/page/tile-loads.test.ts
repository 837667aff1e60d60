import { describe, expect, it } from 'vitest';
import { type TileAnswer, TileLoads } from '../../../service/src/page/browser/tile-loads.ts';
import type { TilePart } from '../../../service/src/tiles/tile-parts.ts';

const PARTS: TilePart[] = [
  { dataset: 'sales', tiles: ['a', 'b'], uses: ['Region'] },
  { dataset: 'cities', tiles: ['c'], uses: ['Region', 'City'] },
  { dataset: 'year', tiles: ['d'], uses: ['Year'] },
  { dataset: 'fixed', tiles: ['e'], uses: [] },
];
const FIRST = 'filter.Region=&filter.City=&filter.Year=';

interface Asked {
  answer: (query?: string) => Promise<void>;
  fail: () => Promise<void>;
  isCanceled: () => boolean;
}

/** Lets everything run that waits for a promise. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A page whose server answers when a test says so. `seen`: the datasets whose tiles the reader sees. `events`: everything
 * that the page shows or sends, in order.
 */
function openPage(...seen: readonly string[]) {
  const events: string[] = [];
  const asked: Asked[] = [];
  const loads = new TileLoads<TileAnswer>(PARTS, FIRST, {
    request: (dataset, query, signal) => {
      events.push(`request ${dataset} ${query}`);
      return new Promise((resolve, reject) => {
        const settleWith = (end: () => void) => (end(), settle());
        asked.push({
          answer: (own = query) => settleWith(() => resolve({ query: own })),
          fail: () => settleWith(() => reject(new Error('failed'))),
          isCanceled: () => signal.aborted,
        });
      });
    },
    isSeen: ({ dataset }) => seen.includes(dataset),
    setBusy: ({ dataset }, isBusy) =>
      dataset && events.push(`${isBusy ? 'dim' : 'restore'} ${dataset}`),
    showTiles: ({ dataset }, { query }) => dataset && events.push(`show ${dataset} ${query}`),
    showForm: ({ query }) => events.push(`form ${query}`),
    showFailure: ({ dataset }) => events.push(`error ${dataset}`),
  });
  for (const { dataset } of PARTS) loads.accept(dataset);
  const take = (): string[] => events.splice(0);
  return { loads, asked, take };
}

const north = 'filter.Region=North&filter.City=&filter.Year=';
const south = 'filter.Region=South&filter.City=&filter.Year=';
const later = 'filter.Region=North&filter.City=&filter.Year=2026';

describe('a choice', () => {
  it('outdates the tiles of the page’s own answer, also after its tiles have come', async () => {
    const { loads, asked } = openPage();
    expect(loads.isLoading('sales')).toBe(false);
    const done = loads.load(north);
    expect(loads.isLoading('sales')).toBe(true);
    for (const { answer } of asked) await answer();
    await done;
    expect(['sales', 'year'].map((dataset) => loads.accept(dataset))).toEqual([false, true]);
    expect(loads.isLoading('sales')).toBe(false);
  });

  it('dims its tiles at once, and sends one request for each dataset that it changes', async () => {
    const { loads, asked, take } = openPage();
    const done = loads.load(north);
    expect(take()).toEqual([
      'dim sales',
      'dim cities',
      `request sales ${north}`,
      `request cities ${north}`,
    ]);
    expect(loads.isBusy).toBe(true);
    await asked[0]!.answer();
    expect(take()).toEqual([`show sales ${north}`, `form ${north}`]);
    await asked[1]!.answer();
    await done;
    expect(take()).toEqual([`show cities ${north}`, `form ${north}`]);
    expect(loads.isBusy).toBe(false);
  });

  it('asks first for the tiles that the reader sees', () => {
    const { loads, take } = openPage('cities', 'year');
    void loads.load(north);
    expect(take().slice(-2)).toEqual([`request cities ${north}`, `request sales ${north}`]);
    void loads.retry('sales', 'fixed', 'year');
    const requests = take().filter((event) => event.startsWith('request'));
    expect(requests.map((event) => event.split(' ')[1])).toEqual(['year', 'sales', 'fixed']);
  });

  it('sends nothing for equal values', async () => {
    const { loads, take } = openPage();
    await loads.load(FIRST);
    expect(take()).toEqual([]);
  });

  it('of values that are still loading waits for them, and sends nothing more', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(north);
    let isDone = false;
    void loads.load(north).then(() => (isDone = true));
    await asked[0]!.answer();
    expect(isDone).toBe(false);
    await asked[1]!.answer();
    expect(isDone).toBe(true);
    expect(asked).toHaveLength(2);
    expect(take().at(-1)).toBe(`form ${north}`);
  });

  it('requests only the form if no tile uses the filter', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(`${FIRST}&filter.Other=1`);
    expect(take()).toEqual([`request  ${FIRST}&filter.Other=1`]);
    await asked[0]!.answer();
    expect(take()).toEqual([`form ${FIRST}&filter.Other=1`]);
  });
});

describe('a newer choice', () => {
  it('cancels the older request, whose late answer changes nothing', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(north);
    take();
    void loads.load(south);
    expect(asked.map((each) => each.isCanceled())).toEqual([true, true, false, false]);
    await asked[2]!.answer();
    await asked[3]!.answer();
    take();
    await asked[0]!.answer();
    await asked[1]!.fail();
    expect(take()).toEqual([]);
  });

  it('of the shown values cancels, and sends nothing', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(north);
    take();
    void loads.load(FIRST);
    expect(take()).toEqual(['restore sales', 'restore cities']);
    expect(asked.map((each) => each.isCanceled())).toEqual([true, true]);
    expect(loads.isBusy).toBe(false);
  });

  it('leaves the requests of other tiles, whose answers do not change the form', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(north);
    void loads.load(later);
    expect(asked.map((each) => each.isCanceled())).toEqual([false, false, false]);
    take();
    await asked[0]!.answer();
    await asked[1]!.answer();
    expect(take()).toEqual([`show sales ${north}`, `show cities ${north}`]);
    await asked[2]!.answer();
    expect(take()).toEqual([`show year ${later}`, `form ${later}`]);
  });
});

describe('a value that the server resets', () => {
  const sent = 'filter.Region=South&filter.City=Oslo&filter.Year=';

  it('loads no tile twice whose request had the same choice', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(sent);
    take();
    await asked[1]!.answer(south);
    expect(take()).toEqual([`show cities ${south}`, `form ${south}`]);
    await asked[0]!.answer(south);
    expect(take()).toEqual([`show sales ${south}`]);
    expect([loads.isBusy, loads.query]).toEqual([false, south]);
  });

  it('loads other tiles that use it', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(north);
    await asked[0]!.answer(later);
    await asked[1]!.answer(later);
    expect(take()).toContain(`request year ${later}`);
  });
});

describe('a failure', () => {
  it('stays in its tiles until the reader tries again', async () => {
    const { loads, asked, take } = openPage();
    const done = loads.load(north);
    await asked[0]!.fail();
    await asked[1]!.answer();
    await done;
    expect(take().slice(4)).toEqual(['error sales', `show cities ${north}`, `form ${north}`]);
    void loads.load(later);
    expect(take()).toEqual(['dim year', `request year ${later}`]);
    void loads.retry('sales');
    expect(take()).toEqual(['dim sales', `request sales ${later}`]);
    await asked[3]!.answer();
    expect(take()).toEqual([`show sales ${later}`, `form ${later}`]);
  });

  it('is loaded again by a choice of the values before it', async () => {
    const { loads, asked, take } = openPage();
    void loads.load(north);
    await asked[0]!.fail();
    await asked[1]!.fail();
    take();
    void loads.load(FIRST);
    expect(take()).toContain(`request sales ${FIRST}`);
  });
});

it('cancels everything at its end', () => {
  const { loads, asked } = openPage();
  void loads.load(north);
  loads.end();
  expect(asked.map((each) => each.isCanceled())).toEqual([true, true]);
});
