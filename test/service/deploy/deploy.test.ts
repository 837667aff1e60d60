import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { toDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import { writeDashboards } from '../../../service/src/deploy/deploy.ts';
import { readFolder } from '../../../service/src/deploy/read-folder.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { COMPANY, DeployedCompany } from './deployed-company.ts';

const company = await DeployedCompany.open();
const { companies, dashboards, drafts } = company.stores;

beforeEach(() => company.clear());

const publishes = { publishes: true };
const orders = figuresDashboard(1, { orders: 'SELECT 1 AS n' });
const stock = figuresDashboard(2, { stock: 'SELECT 2 AS n' });
const ORDERS = `Dashboard 1 (${orders.guid})`;
const STOCK = `Dashboard 2 (${stock.guid})`;
const changed = (dashboard: Dashboard, subtitle = 'Changed'): Dashboard => {
  return { ...dashboard, definition: { ...dashboard.definition, subtitle } };
};

/** Saves a draft as the editor's page of an author does. */
const saveDraft = async (
  dashboard: Dashboard,
  publishedVersion = 1,
  companyId = company.id,
): Promise<void> => {
  const place = { companyId, version: 0, publishedVersion, editor: 'anna' };
  await drafts.save({ guid: dashboard.guid, draft: toDraft(dashboard), ...place });
};

const publishAll = async (...given: Dashboard[]): Promise<void> => {
  for (const each of given) await dashboards.create(company.id, each, 'anna');
};

it('writes dashboards, and brings each byte of them back', async () => {
  await publishAll({ ...orders, accessible: false }, stock);
  const before = await dashboards.findAll(company.id);
  const write = (name: string) =>
    writeDashboards(join(company.folder, name), company.parts, COMPANY);
  await write('first');
  for (const { guid } of before) await dashboards.remove(guid);
  const lines = await company.deploy(publishes, {}, 'first');
  expect(lines).toEqual([`${ORDERS}: published`, `${STOCK}: published`]);
  const toText = ({ guid, title, accessible, definition }: Dashboard): string =>
    JSON.stringify({ guid, title, accessible, definition });
  expect((await dashboards.findAll(company.id)).map(toText)).toEqual(before.map(toText));
  await write('again');
  expect(readFolder(join(company.folder, 'again'))).toEqual(
    readFolder(join(company.folder, 'first')),
  );
});

it('writes into a new or empty folder only', async () => {
  await publishAll(orders);
  const write = (name: string) =>
    writeDashboards(join(company.folder, name), company.parts, COMPANY);
  expect(await write('new')).toEqual([`${ORDERS}: written to Dashboard-1`]);
  await expect(write('new')).rejects.toThrow(/new: is not empty\.$/);
  await expect(write('new/Dashboard-1/orders.sql')).rejects.toThrow(/cannot be written \(EEXIST/);
  const other = writeDashboards(join(company.folder, 'other'), company.parts, 'Nobody');
  await expect(other).rejects.toThrow('There is no company “Nobody”.');
});

describe('without --publish', () => {
  it('makes drafts, and replaces only its own', async () => {
    await publishAll(orders);
    const published = await dashboards.find(orders.guid);
    company.write({ orders: changed(orders), stock });
    const lines = await company.deploy();
    expect(lines).toEqual([`${ORDERS}: saved as a draft`, `${STOCK}: saved as a draft`]);
    expect(await dashboards.find(orders.guid)).toEqual(published);
    expect(await dashboards.find(stock.guid)).toBeNull();
    const draft = await drafts.find(orders.guid);
    expect(draft).toMatchObject({
      draft: { subtitle: 'Changed' },
      version: 1,
      publishedVersion: 1,
    });
    expect(await drafts.find(stock.guid)).toMatchObject({ publishedVersion: 0 });
    expect(await company.deploy()).toEqual([`${ORDERS}: unchanged`, `${STOCK}: unchanged`]);
    company.write({ orders: changed(orders, 'Again') });
    await company.deploy();
    const next = await drafts.find(orders.guid);
    expect(next).toMatchObject({ draft: { subtitle: 'Again' }, version: 2 });
    // As published: the draft is outdated.
    company.write({ orders });
    expect(await company.deploy()).toContain(`${ORDERS}: unchanged`);
    expect(await drafts.find(orders.guid)).toBeNull();
  });

  it('refuses to replace the draft of an author, and changes nothing', async () => {
    await publishAll(orders);
    await saveDraft(changed(orders, 'Of Anna'));
    const before = await company.read();
    company.write({ orders: changed(orders), stock });
    const [line, ...others] = await company.refuse();
    expect(line).toMatch(/^Dashboard 1 \(\S+\): an author has another draft of it\. /);
    expect(others).toEqual([]);
    expect(await company.read()).toEqual(before);
    company.write({ orders: changed(orders, 'Of Anna') });
    expect((await company.deploy())[0]).toBe(
      `${ORDERS}: unchanged; an author’s draft has the same content`,
    );
  });

  it('says that only --publish changes “Accessible in API”', async () => {
    await publishAll({ ...orders, accessible: false });
    company.write({ orders });
    const note = '“Accessible in API” changes only with --publish';
    expect(await company.deploy()).toEqual([`${ORDERS}: unchanged; ${note}`]);
    expect(await dashboards.find(orders.guid)).toMatchObject({ accessible: false });
  });
});

describe('with --publish', () => {
  it('makes a new version of what differs, and keeps the former one', async () => {
    await publishAll(orders, stock);
    company.write({ orders: { ...changed(orders), accessible: false }, stock });
    expect(await company.deploy(publishes)).toEqual([
      `${ORDERS}: published`,
      `${STOCK}: unchanged`,
    ]);
    const published = await dashboards.find(orders.guid);
    expect(published).toMatchObject({
      ...{ version: 2, accessible: false },
      definition: { subtitle: 'Changed' },
    });
    expect(await dashboards.findVersion(orders.guid, 1)).toMatchObject({
      definition: orders.definition,
    });
    expect(await dashboards.find(stock.guid)).toMatchObject({ version: 1 });
  });

  it('leaves alone what differs only in the order of its keys', async () => {
    await publishAll(orders);
    const { subtitle, ...rest } = orders.definition;
    company.write({ orders: { ...orders, definition: { ...rest, subtitle } } });
    expect(await company.deploy(publishes)).toEqual([`${ORDERS}: unchanged`]);
  });

  it('removes its own draft, and keeps that of an author', async () => {
    company.write({ orders: changed(orders), stock });
    await company.deploy();
    await drafts.remove(stock.guid);
    await saveDraft(changed(stock, 'Of Anna'), 0);
    expect(await company.deploy(publishes)).toEqual([
      `${ORDERS}: published`,
      `${STOCK}: published; an author’s draft stays`,
    ]);
    expect(await drafts.find(orders.guid)).toBeNull();
    expect(await drafts.find(stock.guid)).toMatchObject({ editor: 'anna', version: 1 });
  });

  it('ends the tokens of a dashboard that is no longer accessible', async () => {
    await publishAll(orders);
    const [before] = await company.state.query('SELECT sharing FROM dashboards');
    company.write({ orders: { ...orders, accessible: false } });
    await company.deploy(publishes);
    const [after] = await company.state.query('SELECT sharing, version FROM dashboards');
    expect(after).toEqual({ sharing: Number(before!.sharing) + 1, version: 1 });
  });
});

it('removes what the folder does not have only with --remove, and no draft of an author', async () => {
  const third = figuresDashboard(3, { third: 'SELECT 3 AS n' });
  await publishAll(orders, stock, third);
  await saveDraft(changed(third));
  company.write({ orders });
  expect(await company.deploy(publishes)).toEqual([`${ORDERS}: unchanged`]);
  expect(await dashboards.find(stock.guid)).not.toBeNull();
  expect(await company.deploy({ removes: true })).toEqual([
    `${ORDERS}: unchanged`,
    `${STOCK}: removed`,
    `Dashboard 3 (${third.guid}): removed; an author’s draft stays`,
  ]);
  const left = await dashboards.findAll(company.id);
  expect(left.map(({ guid }) => guid)).toEqual([orders.guid]);
  expect(await drafts.find(third.guid)).not.toBeNull();
});

it('prints the differences in a dry run, and changes nothing', async () => {
  await publishAll({ ...orders, accessible: false }, figuresDashboard(3, {}));
  const datasets = { orders: { sql: 'SELECT 5 AS n' } };
  company.write({ orders: { ...orders, definition: { ...orders.definition, datasets } }, stock });
  const before = await company.read();
  expect(await company.deploy({ publishes: true, removes: true, isDry: true })).toEqual([
    `${ORDERS}: to publish`,
    '  Dataset “orders” changes.',
    '  “Accessible in API” is turned on.',
    `${STOCK}: to publish`,
    '  The dashboard is published for the first time.',
    '  “Accessible in API” is turned on.',
    'Dashboard 3 (00000000-0000-4000-8000-000000000003): to remove',
  ]);
  expect(await company.deploy({ isDry: true })).toEqual([
    `${ORDERS}: to save as a draft; “Accessible in API” changes only with --publish`,
    '  Dataset “orders” changes.',
    `${STOCK}: to save as a draft`,
    '  The dashboard is new.',
  ]);
  expect(await company.read()).toEqual(before);
});

it('shows no control characters of titles', async () => {
  const title = 'Red \u001b[31m\u202e\n<b>bold</b>';
  company.write({ orders: { ...orders, title } });
  const text = 'Red \uFFFD[31m\uFFFD\uFFFD<b>bold</b>';
  expect(await company.deploy()).toEqual([`${text} (${orders.guid}): saved as a draft`]);
});

describe('changes nothing if it refuses', () => {
  const other = figuresDashboard(9, { other: 'SELECT 9 AS n' });

  /** Deploys the dashboards next to one that could be published. */
  const refuse = async (more: Record<string, Dashboard>, options = {}) => {
    await publishAll(orders);
    company.write({ a: changed(orders), ...more });
    const before = await company.read();
    const lines = await company.refuse({ publishes: true, removes: true, ...options });
    expect(await company.read()).toEqual(before);
    return lines;
  };

  it.for<[string, (companyId: number) => Promise<unknown>]>([
    ['dashboard', (id) => dashboards.create(id, { ...other, title: 'Secret title' })],
    ['draft', (id) => saveDraft(other, 0, id)],
  ])('the GUID of another company’s %s', async ([, add]) => {
    await add(await companies.create('Secret customer'));
    expect(await refuse({ b: other })).toEqual([
      'b/dashboard.json:2: Another company has this GUID. Give the dashboard a new one.',
    ]);
  });

  it.for([
    [
      'SQL that the database refuses, with the line of the file',
      'SELECT 1 AS n,\n  2 AS n2\nFROM nowhere',
      'b/other.sql:3: relation "nowhere" does not exist',
    ],
    [
      'a column that the dataset does not have, with the line of the JSON',
      'SELECT 1 AS x',
      'b/dashboard.json:23: The dataset has no such column. Choose another one.',
    ],
  ] as const)('%s', async ([, sql, line]) => {
    expect(await refuse({ b: figuresDashboard(9, { other: sql }) })).toEqual([line]);
  });

  it('a company that does not exist, or whose name is not unique', async () => {
    expect(await refuse({}, { company: 'Nobody' })).toEqual(['There is no company “Nobody”.']);
    await companies.create(COMPANY);
    expect(await company.refuse()).toEqual([`Several companies have the name “${COMPANY}”.`]);
  });

  const CHANGED = `${ORDERS}: someone has changed it meanwhile. Run this again.`;
  const meanwhile: [string, () => Promise<unknown>, object][] = [
    [
      'publishes',
      async () => dashboards.save(orders.guid, 1, (await dashboards.find(orders.guid))!, 'ben'),
      publishes,
    ],
    ['shares', () => dashboards.share(orders.guid, false), publishes],
    ['removes', () => dashboards.remove(orders.guid), publishes],
    ['saves a draft of', () => saveDraft(orders), {}],
  ];
  it.for(meanwhile)('an author %s it meanwhile', async ([, change, options]) => {
    await publishAll(orders);
    company.write({ a: stock, b: changed(orders) });
    const state = company.onExclusively(async (work) => {
      await change();
      return company.state.exclusively(work);
    });
    expect(await company.refuse(options, { state })).toEqual([CHANGED]);
    expect(await dashboards.find(stock.guid)).toBeNull();
    expect(await drafts.find(stock.guid)).toBeNull();
  });
});

it('lets an author save a draft of what it publishes', async () => {
  await publishAll(orders, stock);
  company.write({ a: changed(orders), b: stock });
  const state = company.onExclusively(async (work) => {
    await saveDraft(orders);
    await saveDraft(stock);
    return company.state.exclusively(work);
  });
  const lines = await company.deploy(publishes, { state });
  expect(lines).toEqual([`${ORDERS}: published`, `${STOCK}: unchanged`]);
  expect(await drafts.find(orders.guid)).toMatchObject({ editor: 'anna', version: 1 });
});

it('can fail before each of its statements: everything or nothing is changed', async () => {
  await publishAll(orders, stock);
  company.write({ a: changed(orders), c: figuresDashboard(3, { third: 'SELECT 3 AS n' }) });
  const before = await company.read();
  let points = 0;
  for (let isStopped = true; isStopped; points += 1) {
    let left = points;
    const state = company.onExclusively((work) =>
      company.state.exclusively(({ query, execute }) =>
        work({
          execute,
          query: (...statement) => {
            if (left === 0) throw new Error('stopped');
            left -= 1;
            return query(...statement);
          },
        }),
      ),
    );
    const run = company.deploy({ publishes: true, removes: true }, { state });
    isStopped = await run.then(
      () => false,
      () => true,
    );
    if (isStopped) expect([points, await company.read()]).toEqual([points, before]);
  }
  // Three dashboards: two reads, a change and the removal of a draft for each, and the sharing of one of them.
  expect(points - 1).toBe(3 * 4 + 1);
  const left = await dashboards.findAll(company.id);
  expect(left.map(({ title, version }) => [title, version])).toEqual([
    ['Dashboard 1', 2],
    ['Dashboard 3', 1],
  ]);
});
