import { expect, it } from 'vitest';
import { parseDraft } from '../../../service/src/dashboard/draft-schema.ts';
import { draftOf } from '../admin/draft-calls.ts';
import { useService } from '../tested-service.ts';
import { closed, failing, open } from './sold.ts';

const tested = useService({ dashboards: [open, closed, failing] });

it.each([
  ['rows=gone', 404],
  ['rows=text', 404],
  ['full=gone', 404],
  ['full=text', 404],
  ['csv=gone', 404],
  ['csv=text', 404],
  ['svg=gone', 404],
  ['svg=table', 404],
  ['svg=broken', 503],
  ['svg=bars&filter.Region=West', 400],
  ['zip=all&filter.Region=West', 400],
])('nothing is sent for ?%s', async (query, status) => {
  const answer = await fetch(`${await tested.addressOf(open.guid)}?${query}`);
  expect([answer.status, await answer.text()]).toEqual([status, expect.not.stringMatching('Oslo')]);
});

it('an archive is unavailable if all tiles have failed', async () => {
  expect((await fetch(`${await tested.addressOf(failing.guid)}?zip=all`)).status).toBe(503);
});

it.each(['csv=bars', 'svg=bars', 'zip=all'])(
  'if the author has switched downloads off, ?%s has a page that leads back',
  async (query) => {
    const answer = await fetch(`${await tested.addressOf(closed.guid)}?${query}&theme=dark`);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([403, null]);
    const page = await answer.text();
    expect(page).toContain('<h1>This dashboard has no downloads</h1>');
    expect(page).toContain('<a href="?theme=dark">Back to dashboard</a>');
    // The element would take the refusal for that of the token.
    expect(page).not.toMatch(/Oslo|data-refusal/);
  },
);

it('the switch is a field of drafts', () => {
  const draft = draftOf({ downloads: false });
  expect(parseDraft(draft).draft).toMatchObject({ downloads: false });
  expect(parseDraft({ ...draft, downloads: 'no' }).problems).toMatchObject([{ path: 'downloads' }]);
});
