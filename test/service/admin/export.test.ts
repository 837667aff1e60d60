import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { ExportKey } from '../../../service/src/transfer/export-key.ts';
import { ExportReader, type NumberedRecord } from '../../../service/src/transfer/read-export.ts';
import { toContext } from '../../../service/src/transfer/records.ts';
import { createCompany } from '../../support/back-office.ts';
import { PASSPHRASE } from '../transfer/exported-content.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** Reads a download to its end. */
async function readAll(
  response: Response,
  passphrase?: string,
): Promise<{ records: NumberedRecord[]; key: ExportKey | null }> {
  const reader = await ExportReader.open(
    Readable.from([Buffer.from(await response.arrayBuffer())]),
  );
  const { secrets } = reader.header;
  const key = passphrase === undefined ? null : await ExportKey.open(passphrase, secrets!);
  expect(secrets === null).toBe(key === null);
  const records: NumberedRecord[] = [];
  for await (const each of reader.records(key)) records.push(each);
  return { records, key };
}

it('downloads everything while the service runs, without secrets', async () => {
  const page = await (await tested.office.get('companies')).text();
  expect(page).toContain('href="export"');
  expect(await (await tested.office.get('export')).text()).toContain('Download the export');
  const response = await tested.office.post('export', form({ passphrase: '', again: '' }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="dashboards-\d{4}-\d\d-\d\d\.jsonl"$/,
  );
  const { records } = await readAll(response);
  const dashboards = records.filter(({ record }) => record.kind === 'dashboard');
  expect(dashboards).toHaveLength(tested.service.dashboards.length);
  expect(records[0]!.record).toMatchObject({ kind: 'company', apiKey: null });
});

it('encrypts the secrets with a passphrase', async () => {
  const { id, apiKey } = await createCompany(tested.office, 'Aurora <b>');
  const fields = form({ passphrase: PASSPHRASE, again: PASSPHRASE });
  const { records, key } = await readAll(await tested.office.post('export', fields), PASSPHRASE);
  const company = records
    .map(({ record }) => record)
    .find((each) => each.kind === 'company' && each.id === id);
  expect(company).toMatchObject({ name: 'Aurora <b>' });
  const sealed = (company as { apiKey: string }).apiKey;
  expect(key!.unseal(sealed, toContext({ kind: 'company', id }))).toBe(apiKey);
});

it('answers others while a download waits for its reader', async () => {
  const response = await tested.office.post('export', form({}));
  const reader = response.body!.getReader();
  await reader.read();
  expect((await tested.office.get('companies')).status).toBe(200);
  await reader.cancel();
  expect((await tested.office.get('companies')).status).toBe(200);
});

it.each([
  ['The two passphrases are different.', PASSPHRASE, ''],
  ['The passphrase must have 12 to 256 characters.', 'short', 'short'],
])('says on the page: “%s”', async (problem, passphrase, again) => {
  const response = await tested.office.post('export', form({ passphrase, again }));
  expect([response.status, response.headers.get('content-disposition')]).toEqual([400, null]);
  expect(await response.text()).toContain(problem);
});
