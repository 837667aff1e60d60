import { expect, it } from 'vitest';
import { checkListener } from './check-listener.ts';

it('stops waiting for a server that never answers', async () => {
  const { status, stdout } = await checkListener(() => {}, ['service', 'host', 'page']);
  expect(status).toBe(2);
  expect(stdout.match(/There was no answer within 5 seconds\./g)).toHaveLength(3);
});
