import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn } from '../../support/back-office.ts';
import { toEnvironment } from '../../support/service-environment.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PreviousVersion, previousCommit } from '../previous-version.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

const { apiKey, adminPassword } = SETTINGS;
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

let previous: PreviousVersion;
/** The previous version, which has made the database, this one, which has changed its tables, and the previous one again. */
let services: ServiceProcess[];

describe.skipIf(!previousCommit)('the previous version and this one, on one database', () => {
  beforeAll(async () => {
    previous = new PreviousVersion();
    const env = toEnvironment(await testDatabase());
    services = [await previous.start(env)];
    services.push(await startService(env));
    services.push(await previous.start(env));
  });

  afterAll(async () => {
    await Promise.all(services.map(({ end }) => end()));
    previous[Symbol.dispose]();
  });

  async function read(address: string): Promise<{ status: number; body: string }> {
    const response = await fetch(address);
    return { status: response.status, body: await response.text() };
  }

  it.each(['the previous version', 'this version'])(
    'a token of %s opens at all',
    async (version) => {
      const urls = services.map(({ url }) => url);
      const [before, now] = urls as [string, string];
      const issuer = version === 'this version' ? now : before;
      const issued = await read(
        `${issuer}/Api/GetToken/${apiKey}/${encodeURIComponent(version)}/${guid}`,
      );
      const open = () => Promise.all(urls.map((url) => read(`${url}/Tdb/${issued.body}`)));
      expect((await open()).map(({ status }) => status)).toEqual([200, 200, 200]);
      await fetch(`${before}/api/logout/${apiKey}/${encodeURIComponent(version)}`);
      expect((await open()).map(({ status }) => status)).toEqual([401, 401, 401]);
    },
  );

  it('all show the pages of the back office', async () => {
    const pages = ['companies/1', 'dashboards', 'statistics/connections', 'statistics/access'];
    for (const { url } of services) {
      const office = await logIn(url, adminPassword);
      for (const page of pages) expect((await office.get(page)).status, page).toBe(200);
    }
  });

  it('none of them has noted a failure', () => {
    const lines = services.flatMap(({ errors }) => errors);
    expect(lines.filter((line) => line.includes('failed'))).toEqual([]);
  });
});
