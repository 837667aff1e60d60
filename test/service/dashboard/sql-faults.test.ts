import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toErrorDetails } from '../../../service/src/database/postgres/cursor.ts';
import { toNamedOffset } from '../../../service/src/database/named-places.ts';
import {
  findPlaces,
  toNumberedSql,
} from '../../../service/src/database/postgres/named-parameters.ts';
import { inputs } from '../../support/inputs.ts';
import { figuresDashboard, stateOf, tileOf } from '../../support/test-dashboard.ts';
import { draftOf } from '../admin/draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const repeated = figuresDashboard(1, { counts: 'SELECT 1 AS n, 2 AS n' });
const tested = useBackOffice({ dashboards: [repeated] });

describe('the place of an error', () => {
  it('points at the same text in the SQL and in its numbered form', () => {
    const parts = fc.array(
      fc.constantFrom(':Region', ':r', ' x ', "':no'", '::int', ' \u{1f600} '),
    );
    fc.assert(
      fc.property(parts, parts, (before, after) => {
        const sql = `${before.join(' ')} MARK ${after.join(' ')}`;
        const numbered = toNumberedSql(sql).sql.indexOf('MARK');
        expect(toNamedOffset(sql, findPlaces(sql), numbered)).toBe(sql.indexOf('MARK'));
      }),
      inputs(300),
    );
  });

  it('is the start of a parameter if the error is within it', () => {
    const sql = 'SELECT :Region';
    expect([7, 9, 16].map((offset) => toNamedOffset(sql, findPlaces(sql), offset))).toEqual([
      7, 7, 7,
    ]);
    expect([17, 18].map((offset) => toNamedOffset(`${sql} `, findPlaces(sql), offset))).toEqual([
      14, 15,
    ]);
  });

  it('is missing if the database names none; its hint remains', () => {
    expect(toErrorDetails({ hint: 'Raise the limit.' }, 'SELECT 1')).toEqual({
      hint: 'Raise the limit.',
    });
    expect(toErrorDetails({}, 'SELECT 1')).toEqual({});
  });

  it('comes with the message and the hint of the database', async () => {
    const problemOf = async (sql: string) => {
      const datasets = [{ name: 'counted', sql }];
      return (await tested.preview(draftOf({ datasets, tiles: [] }))).problems[0];
    };
    const sql = "SELECT '\u{1f600}', :Region, ordered FROM orders";
    expect(await problemOf(sql)).toEqual({
      path: 'datasets.0.sql',
      message: expect.stringMatching(/column "ordered" does not exist\. Perhaps you meant .+/),
      offset: sql.indexOf('ordered'),
    });
    expect(await problemOf('DELETE FROM orders')).toMatchObject({ offset: 0 });
  });
});

describe('two columns of one name', () => {
  const sql = `SELECT 1 AS n, 'North' AS region, 2 AS n`;
  const select = { sql };

  it('are a problem that names both places, in a dataset and in a list', async () => {
    const filters = [{ kind: 'choice', parameter: 'Region', label: 'Region', select }];
    const datasets = [{ name: 'counted', sql }];
    const { problems } = await tested.preview(draftOf({ datasets, filters, tiles: [] }));
    const message =
      'Columns 1 and 3 have the same name, “n”. Give each of them its own name with AS.';
    expect(problems).toEqual(
      expect.arrayContaining([
        { path: 'datasets.0.sql', message },
        { path: 'filters.0.select.sql', message },
      ]),
    );
  });

  it('are an error in the tile that says what to do', async () => {
    const page = await tested.pageOf(repeated);
    expect(stateOf(page, 'counts')).toBe('error');
    expect(tileOf(page, 'counts')).toContain('Two columns have the same name. One of them');
  });
});
