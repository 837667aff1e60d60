import { expect, it } from 'vitest';
import { WaitingReaders } from '../../../service/src/state/waiting-readers.ts';

it('ends the waiting of all sessions of one company', async () => {
  const readers = new WaitingReaders();
  const ended: string[] = [];
  const wait = (companyId: number, sessionId: string): Promise<void> =>
    readers.wait({ companyId, sessionId }, (reader) => {
      reader.ended.addEventListener('abort', () => ended.push(`${companyId} ${sessionId}`));
      return Promise.resolve(reader.waitOn(new Promise(() => {})));
    });
  await Promise.all([wait(1, 'anna'), wait(1, 'bob'), wait(11, 'anna')]);
  readers.endCompany(1);
  expect(ended).toEqual(['1 anna', '1 bob']);
});
