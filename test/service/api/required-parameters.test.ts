import { describe, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { draftOf } from '../admin/draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const SQL = `SELECT count(*) AS n FROM customers
  WHERE (:Region::text IS NULL OR region = :Region) AND (:Year::text IS NULL OR :Year <> '')`;
const tile = { kind: 'number', value: 'n', format: 'integer', note: '' } as const;
const dashboardOf = (number: number, requiredParameters?: string[]) =>
  testDashboard(number, { counted: SQL }, [tile], {
    ...(requiredParameters && { requiredParameters }),
  });
const both = dashboardOf(2, ['Region', 'YEAR']);
const none = dashboardOf(3, []);
const undecided = dashboardOf(4);

const tested = useBackOffice({ dashboards: [both, none, undecided] });

/** The spellings of `SQLparameters`, each with the missing parameters of a dashboard that requires Region and YEAR. */
const SPELLINGS: [spelling: string, answer: string][] = [
  ['', 'Region YEAR'],
  ['Region=North', 'YEAR'],
  ['Region=North;Year=2026', 'a token'],
  [' rEGION =North;year=2026;', 'a token'],
  ['Region=North;region=North;YEAR=0', 'a token'],
  ['Region=NULL;Year=2026', 'a token'],
  ['Region=;Region=;Year=2026', 'Region'],
  ['Region= ;Year=\t', 'Region YEAR'],
  ['Region=\u00a0\u2003\u3000\r\n;Year=2026', 'Region'],
  ['Region=\u200b\ufeff\u2060;Year=2026', 'Region'],
  ['Region=\u0001;Year=2026', 'Region'],
  ['Regions=North;Year=2026', 'Region'],
  ['Re gion=North;Year=2026', 'Region'],
  ['Reg\u200bion=North;Year=2026', 'Region'],
  ['Rеgion=North;Year=2026', 'Region'],
  [':Region=North;Year=2026', 'Region'],
  ['Region%3DNorth=;Year=2026', 'Region'],
  ['Region=North;Region=;Year=2026', 'bad-request'],
  ['Region;Year=2026', 'bad-request'],
];

async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status === 200) return /^[\w-]{43}$/.test(text) ? 'a token' : text;
  expect(response.status).toBe(400);
  const { error } = JSON.parse(text) as { error: { code: string; parameters?: string[] } };
  if (error.code !== 'missing-parameters') return error.code;
  return error.parameters!.join(' ');
}

describe('GetToken of a dashboard with required parameters', () => {
  it.each(SPELLINGS)('with %j answers %s', async (spelling, answer) => {
    expect(await outcomeOf(await tested.getToken(both.guid, spelling))).toBe(answer);
  });

  it('counts only the tokens that it gives', async () => {
    const csv = await (await tested.office.get('statistics/connections.csv')).text();
    const given = SPELLINGS.filter(([, answer]) => answer === 'a token');
    expect(csv.trim().split('\n').slice(1)).toHaveLength(given.length);
  });

  it('names them in its refusal, as the dashboard spells them, and no value', async () => {
    const response = await tested.getToken(both.guid, 'Region= ;Month=SECRET');
    expect(await response.json()).toEqual({
      error: {
        code: 'missing-parameters',
        message: 'SQLparameters has no value for Region, YEAR: the dashboard requires it.',
        parameters: ['Region', 'YEAR'],
      },
    });
  });

  it('says nothing about them to a caller without a valid key', async () => {
    const response = await fetch(`${tested.url}/Api/GetToken/wrong/anna/${both.guid}`);
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.not.stringContaining('Region'),
    ]);
  });
});

it.each([
  ['an empty list', none.guid],
  ['no list', undecided.guid],
])('a dashboard with %s of required parameters opens without any', async (_, guid) => {
  expect((await tested.getToken(guid)).status).toBe(200);
});

it('a token from before a parameter was required opens nothing', async () => {
  const sql = 'SELECT count(*) AS n FROM customers WHERE :Area::text IS NULL OR region = :Area';
  const datasets = [{ name: 'counted', sql }];
  const open = draftOf({ datasets, requiredParameters: [] });
  const guid = await tested.create(open);
  await tested.share(guid, true);
  const [without, within] = [
    await tested.addressOf(guid),
    await tested.addressOf(guid, 'Area=North'),
  ];
  expect((await fetch(without)).status).toBe(200);
  const closed = { ...open, requiredParameters: ['Area'] };
  expect((await tested.publish(guid, closed, { version: 1 })).status).toBe(200);
  expect((await fetch(without)).status).toBe(401);
  expect((await fetch(within)).status).toBe(200);
});
