import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { readValues } from '../../support/read-values.ts';
import { useFolder } from '../../support/use-folder.ts';

const folder = useFolder();

// The steps are those of docs/production.md.
it('is restored from a copy of its folder, with its key and its tokens', async () => {
  const before = createDashboardService({ database: join(folder, 'before') });
  const { url } = await before.listen(0);
  const { guid } = before.dashboards[0]!;
  const token = await (await fetch(`${url}/Api/GetToken/${before.apiKey}/anna/${guid}`)).text();
  const values = await readValues(fetch(`${url}/Tdb/${token}?whole`));
  await before.close();
  await cp(join(folder, 'before'), join(folder, 'copy'), { recursive: true });

  const after = createDashboardService({ database: join(folder, 'copy') });
  const response = await after.fetch(new Request(`http://localhost/Tdb/${token}?whole`));
  expect(response.status).toBe(200);
  expect(values.length).toBeGreaterThan(5);
  expect(await readValues(response)).toEqual(values);
  expect(after.apiKey).toBe(before.apiKey);
  await after.close();
});
