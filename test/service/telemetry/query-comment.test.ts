import { expect, it } from 'vitest';
import { withComment } from '../../../service/src/database/query-comment.ts';

const owner = { companyId: 7, sessionId: 'a secret session', dashboardGuid: 'a-guid' };

it.each([
  ['sales', 'sales'],
  ['*/ DROP TABLE goods; /*', '%2A%2F%20DROP%20TABLE%20goods%3B%20%2F%2A'],
  ["it's (new)!", 'it%27s%20%28new%29%21'],
  ['Umsätze', 'Ums%C3%A4tze'],
  ['\ud800', '%EF%BF%BD'],
])('names the dataset %j in characters that end nothing', (dataset, name) => {
  const sql = 'SELECT 1 -- all';
  expect(withComment(sql, { owner, dataset })).toBe(
    `${sql}\n/* company=7 dashboard=a-guid dataset=${name} */`,
  );
});

it('is missing for the queries of the editor, whose authors read the texts of errors', () => {
  const { companyId, sessionId } = owner;
  for (const options of [{ owner: { companyId, sessionId }, dataset: 'sales' }, { owner }, {}]) {
    expect(withComment('SELECT 1', options)).toBe('SELECT 1');
  }
});
