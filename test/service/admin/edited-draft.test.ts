import { describe, expect, it } from 'vitest';
import {
  createDataset,
  findUndecided,
  findUnused,
  toEdited,
  toSent,
} from '../../../service/src/admin/browser/editor/model/edited-draft.ts';
import { parseDraft } from '../../../service/src/dashboard/draft-schema.ts';

const DRAFT = {
  title: 'Sales',
  subtitle: '',
  currency: 'EUR',
  shownParameters: [],
  datasets: [
    { name: 'summary', sql: 'SELECT 1 AS n' },
    { name: 'months', sql: 'SELECT 1 AS n' },
  ],
  tiles: [
    {
      id: 'sold',
      kind: 'number',
      title: 'Sold',
      dataset: 'summary',
      span: 3,
      value: 'n',
      format: 'integer',
      note: '',
      trend: { dataset: 'months', column: 'n' },
    },
  ],
} as const;

it('keeps a tile and its trend linked to their datasets when these are renamed, without the spaces around', () => {
  const edited = toEdited(structuredClone(DRAFT) as never);
  edited.datasets = edited.datasets.map((each) => ({ ...each, name: ` ${each.name} so far ` }));
  expect(toSent(edited)).toMatchObject({
    datasets: [{ name: 'summary so far' }, { name: 'months so far' }],
    tiles: [{ dataset: 'summary so far', trend: { dataset: 'months so far', column: 'n' } }],
  });
});

it.each([
  ['sold so far', true],
  ['Verkäufe 2026', true],
  ['売上', true],
  ['n'.repeat(63), true],
  ['n'.repeat(64), false],
  ['2026', false],
  ['sold ', false],
  ['sold\nso far', false],
  ['', false],
])('says whether %j can be the name of a dataset', (name, isFit) => {
  const datasets = [{ name, sql: 'SELECT 1 AS n' }];
  const { problems } = parseDraft({ ...DRAFT, datasets, tiles: [] });
  expect(problems.map(({ path }) => path)).toEqual(isFit ? [] : ['datasets.0.name']);
});

it('starts a dataset with the connection that most datasets use', () => {
  const startAt = (...connections: (string | undefined)[]) => {
    const datasets = connections.map((connection, at) => ({ name: `d${at}`, sql: '', connection }));
    return createDataset(toEdited({ ...structuredClone(DRAFT), datasets } as never)).connection;
  };
  expect(startAt('Shop')).toBe('Shop');
  expect(startAt(undefined, 'Shop', 'Shop')).toBe('Shop');
  expect(startAt('Shop', undefined, undefined)).toBe(undefined);
  expect(startAt('Shop', 'Archive')).toBe('Shop');
  expect(startAt()).toBe(undefined);
});

it('does not give a new dataset a name that a trend uses', () => {
  const edited = toEdited(structuredClone(DRAFT) as never);
  const [tile] = edited.tiles;
  const nameWith = (trend?: object) => {
    Object.assign(tile!, { trend });
    return createDataset(edited).name;
  };
  expect(nameWith({ dataset: 'data3', column: 'n' })).toBe('data4');
  expect(nameWith()).toBe('data3');
});

describe('the required parameters of a draft', () => {
  const withSql = (sql: string, changes: object = {}) =>
    ({
      ...structuredClone(DRAFT),
      datasets: [{ name: 'summary', sql }],
      tiles: [],
      ...changes,
    }) as never;
  const sentAfter = (draft: never, sql: string) => {
    const edited = toEdited(draft);
    return toSent({ ...edited, datasets: [{ ...edited.datasets[0]!, sql }] }).requiredParameters;
  };

  it('gets each new parameter that no filter sets', () => {
    const filters = [{ kind: 'text', parameter: 'YEAR', label: 'Year' }];
    const draft = withSql('SELECT :Months', { requiredParameters: [], filters });
    const sql = 'SELECT :Months, :Region, :Year, :region';
    expect(sentAfter(draft, sql)).toEqual(['Region']);
  });

  it('keeps its order and spelling, and loses those that no SQL uses', () => {
    const sql = 'SELECT :Region, :Year, :Months';
    const draft = withSql(sql, { requiredParameters: ['YEAR', 'Gone', 'region'] });
    expect(sentAfter(draft, sql)).toEqual(['YEAR', 'region']);
    expect(sentAfter(draft, 'SELECT :Year')).toEqual(['YEAR']);
  });

  it('stay undecided, until the author decides about each', () => {
    const undecided = withSql('SELECT :Region, :Area');
    expect(toSent(toEdited(undecided))).toMatchObject({
      requiredParameters: undefined,
      undecidedParameters: undefined,
    });
    const edited = toEdited(undecided);
    const datasets = [{ ...edited.datasets[0]!, sql: 'SELECT :Region, :Year, :Area' }];
    const sent = toSent({ ...edited, datasets });
    expect(sent).toMatchObject({
      requiredParameters: ['Year'],
      undecidedParameters: ['Region', 'Area'],
    });
    expect(parseDraft(sent).problems).toEqual([]);
    const again = toEdited(sent);
    expect(toSent(again)).toEqual(sent);
    expect(findUndecided(again)).toEqual(['Region', 'Area']);
    const decided = toSent({ ...again, undecidedParameters: ['area'] });
    expect(decided).toMatchObject({
      requiredParameters: ['Year'],
      undecidedParameters: ['Area'],
    });
  });

  it('are found in a SELECT that does not use them', () => {
    const draft = toEdited(withSql('SELECT :region, :Months', { requiredParameters: ['Region'] }));
    expect(findUnused(draft, 'SELECT :REGION').names).toEqual([]);
    expect(findUnused(draft, "SELECT ':Region', 1 -- :Region").names).toEqual(['Region']);
    expect(findUnused(draft, ' ').names).toEqual([]);
  });
});
