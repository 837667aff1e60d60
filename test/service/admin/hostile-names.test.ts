import { beforeAll, describe, expect, it } from 'vitest';
import { type BackOffice, createCompany } from '../../support/back-office.ts';
import { enterAs, invite } from '../../support/people.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

/** The administrator of Aurora only. */
let local: BackOffice;
let aurora: number;

beforeAll(async () => {
  ({ id: aurora } = await createCompany(tested.office, 'Aurora'));
  await createCompany(tested.office, 'Borealis');
  const invited = { name: 'Local', role: 'administrator', companyId: aurora } as const;
  local = await enterAs(tested.url, await invite(tested.office, invited));
});

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

/** Returns the status of an answer, and the problem on its page. */
async function toProblem(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, /role="alert">(.*?)</.exec(await answer.text())?.[1]];
}

/** Expects that neither a new company nor another one can get a name. */
async function expectRefused(name: string, problem: string): Promise<void> {
  const renamed = await local.post(`companies/${aurora}/name`, form({ name }));
  const created = await tested.office.post('companies', form({ name }));
  expect(await Promise.all([renamed, created].map(toProblem))).toEqual([
    [400, problem],
    [400, problem],
  ]);
}

describe('the name of a company', () => {
  it('is that of no other one, because rules for roles name companies', () =>
    expectRefused(' borealis ', 'Another company has this name. Choose another one.'));

  it.each(['   ', 'x'.repeat(201), 'a\0b', 'Borealis\uFE0F', '\u202EsilaeroB', '\u3164'])(
    'has 1 to 200 characters that people see: “%s”',
    (name) => expectRefused(name, 'The name must have 1 to 200 visible characters.'),
  );

  it('may change its case, and be that of a company that was deleted', async () => {
    const rename = async (name: string): Promise<number> =>
      (await local.post(`companies/${aurora}/name`, form({ name }))).status;
    expect(await rename('AURORA')).toBe(303);
    const { id } = await createCompany(tested.office, 'Gone');
    await tested.office.post(`companies/${id}/remove`, form({ name: 'Gone' }));
    expect([await rename('Gone'), await rename('Aurora')]).toEqual([303, 303]);
  });
});

it('the administrator of one company is not offered to delete it', async () => {
  const pages = await Promise.all(
    [local, tested.office].map(async (office) => (await office.get(`companies/${aurora}`)).text()),
  );
  expect(pages.map((page) => page.includes('Delete the company'))).toEqual([false, true]);
});
