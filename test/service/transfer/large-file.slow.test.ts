import { expect, it } from 'vitest';
import { ExportReader } from '../../../service/src/transfer/read-export.ts';

const HEADER = {
  ...{ format: 'embedded-dashboard-service export', version: 1, service: '0.1.0' },
  ...{ exportedAt: '2026-11-01T00:00:00.000Z', secrets: null },
};
const COMPANY = { kind: 'company', id: 1, name: 'Aurora', removedAt: null, apiKey: null };

it('refuses a file that grows beyond 1 GiB while it is read', async () => {
  const padded = Buffer.from(`${JSON.stringify(COMPANY)}${' '.repeat(4 * 2 ** 20)}\n`);
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(HEADER)}\n`);
    for (;;) yield padded;
  }
  const reader = await ExportReader.open(endless());
  let read = 0;
  const reading = async (): Promise<void> => {
    for await (const { line } of reader.records(null)) read = line;
  };
  await expect(reading()).rejects.toThrow('The file has more than 1 GiB.');
  expect(read).toBe(256);
});
