import { expect, it } from 'vitest';
import { enter, postTo } from '../../support/back-office.ts';
import { invite } from '../../support/people.ts';
import { useBackOffice } from '../tested-service.ts';

const PASSWORD = 'correct horse battery';
const tested = useBackOffice();

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);
const accept = (invitation: string): Promise<Response> =>
  postTo(tested.url, invitation, form({ password: PASSWORD, again: PASSWORD }));

it('uses an invitation once, also if it is used several times at the same moment', async () => {
  const { invitation } = await invite(tested.office, { name: 'Hasty' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept(invitation)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([303, 404, 404, 404]);
});

it('refuses a person who tries ten wrong old passwords', async () => {
  const { invitation } = await invite(tested.office, { name: 'Patient' });
  const [cookie] = (await accept(invitation)).headers.getSetCookie();
  const office = enter(tested.url, cookie!.split(';')[0]!);
  const change = (old: string): Promise<Response> =>
    office.post('account/password', form({ old, password: PASSWORD, again: PASSWORD }));
  for (let index = 0; index < 10; index += 1) expect((await change('wrong')).status).toBe(400);
  expect((await change(PASSWORD)).status).toBe(429);
});
