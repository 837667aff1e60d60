import { describe, expect, it } from 'vitest';
import { draftOf, problemsOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

const choice = { kind: 'choice', parameter: 'Region', label: 'Region' };
const date = { kind: 'date', parameter: 'Start', label: 'From' };
const list = [{ value: 'North' }, { value: 'South', label: 'The South' }];
const select = (sql: string) => ({ select: { sql } });

/** Returns a draft whose SQL needs a list. */
const withFilters = (...filters: object[]) =>
  draftOf({
    filters,
    datasets: [{ name: 'counted', sql: "SELECT count(*) AS n WHERE 'North' = ANY(:Region)" }],
  });

describe('a draft with filters', () => {
  it('is published, and its page has the form', async () => {
    const guid = await tested.create(
      withFilters({ ...choice, list, multiple: true, default: ['North'] }),
    );
    await tested.share(guid, true);
    expect((await tested.savedOf(guid)).draft.filters).toHaveLength(1);
    const address = await tested.addressOf(guid);
    const figureOf = async (query: string): Promise<string | undefined> =>
      /class="figure" data-value="(\d)"/.exec(await (await fetch(address + query)).text())?.[1];
    expect(await figureOf('')).toBe('1');
    expect(await figureOf('?filter.Region=South')).toBe('0');
    const picture = await tested.office.get(`dashboards/${guid}/thumbnail.svg`);
    expect(picture.status).toBe(200);
  });

  it('is shown in the preview with its defaults and trial values', async () => {
    const draft = withFilters({ ...choice, ...select("SELECT 'North'"), multiple: true });
    const { html, problems } = await tested.preview(draft);
    expect(problems).toEqual([]);
    expect(html).toMatch(/<input\s+type="checkbox"\s+name="filter.Region"\s+value="North"/);
  });

  const NO_FIT = 'The default does not fit the filter.';
  const CIRCLE = 'The choices of filters depend on each other in a circle.';
  const REFUSED: Record<string, [filters: object[], problems: Record<string, string>]> = {
    'a repeated parameter': [
      [date, { ...choice, parameter: 'START', list }],
      { 'filters.1.parameter': 'Another filter has this parameter: choose another one.' },
    ],
    'an invalid parameter': [
      [{ ...date, parameter: '__a' }],
      { 'filters.0.parameter': expect.stringMatching('Rename it in the SQL') as never },
    ],
    'neither values nor a SELECT, or both': [
      [choice, { ...choice, parameter: 'City', list, ...select('SELECT 1') }],
      {
        'filters.0.select': 'Enter either a list or a SELECT.',
        'filters.1.list': 'Enter either a list or a SELECT.',
      },
    ],
    'an empty list': [
      [{ ...choice, list: [] }],
      { 'filters.0.list': 'Enter at least one choice.' },
    ],
    'values that nobody can choose': [
      [{ ...choice, list: [{ value: 'a;b' }, { value: 'a' }, { value: 'a' }] }],
      {
        'filters.0.list.0.value': 'Readers cannot choose this value.',
        'filters.0.list.2.value': 'Another choice has this value: choose another one.',
      },
    ],
    'defaults that do not fit': [
      [
        { ...choice, list, default: ['West'] },
        { ...date, default: ['2026-02-30'] },
        { kind: 'number', parameter: 'n', label: 'n', default: ['x'] },
        { kind: 'text', parameter: 't', label: 't', default: ['a', 'b'] },
        { ...choice, parameter: 'List', list, multiple: true, default: ['North', 'West'] },
      ],
      {
        'filters.0.default': NO_FIT,
        'filters.1.default': NO_FIT,
        'filters.2.default': NO_FIT,
        'filters.3.default': 'Enter only one default.',
        'filters.4.default.1': NO_FIT,
      },
    ],
    'a required date without a default, and a range that ends with itself': [
      [
        { ...date, required: true },
        { ...date, parameter: 'End', rangeEnd: 'End' },
      ],
      {
        'filters.0.default': 'A required filter needs a default.',
        'filters.1.rangeEnd': 'Choose a date filter that ends no other range.',
      },
    ],
    'a circle': [
      [
        { ...choice, ...select('SELECT :City') },
        { ...choice, parameter: 'City', ...select('SELECT :region') },
        { ...choice, parameter: 'Street', ...select('SELECT :city') },
      ],
      { 'filters.0.select.sql': CIRCLE, 'filters.1.select.sql': CIRCLE },
    ],
    'a SELECT that fails': [
      [{ ...choice, ...select('SELECT nothing') }],
      { 'filters.0.select.sql': 'column "nothing" does not exist' },
    ],
  };

  it.each(Object.entries(REFUSED))('is refused for %s', async (_, [filters, problems]) => {
    expect((await problemsOf(await tested.publishNew(draftOf({ filters }))))[1]).toEqual(problems);
  });
});
