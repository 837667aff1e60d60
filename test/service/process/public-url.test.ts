import {
  BusyPortError,
  createDashboardService,
  type DashboardService,
  readSettings,
  SettingError,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOffice } from '../../support/back-office.ts';
import { canListenOn } from '../../support/can-listen-on.ts';
import { type NodeServer, serve } from '../../support/node-server.ts';
import { SETTINGS, testService } from '../../support/test-database.ts';

const PUBLIC_URL = 'https://Dashboards.Example.com/analytics/';

const read = (environment: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'memory:', ...environment }, '/');

/** Starts a service on `host`, on a port that another server has on 127.0.0.1. */
async function listenNextTo(
  host: string,
): Promise<NodeServer & { service: DashboardService; url: string }> {
  const other = await serve((_, response) => response.end('not the service'));
  const service = createDashboardService(await testService());
  try {
    return { ...other, service, url: (await service.listen(other.port, host)).url };
  } catch (error) {
    await Promise.all([other[Symbol.asyncDispose](), service.close()]);
    // Another program has this port on `host`.
    if (error instanceof BusyPortError) return listenNextTo(host);
    throw error;
  }
}

describe('SERVICE_HOST', () => {
  it.each(['', 'localhost', '127.0.0.1'])('%j is loopback', (host) => {
    expect(read({ SERVICE_HOST: host })).toMatchObject({ host: null, url: undefined });
  });

  it.each(['127.0.0.3', '::1', '[::1]'])('%s is another loopback address', (host) => {
    const settings = read({ SERVICE_HOST: host });
    expect(settings).toMatchObject({ host: host.replaceAll(/[[\]]/g, ''), url: undefined });
  });

  it.for(['127.0.0.3', '::1'])('%s is the only address to listen on', async (host, { skip }) => {
    skip(!(await canListenOn(host)), `This machine has no ${host}.`);
    await using other = await listenNextTo(host);
    const { port, service, url } = other;
    expect(url).toBe(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
    expect(service.url).toBe(url);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const elsewhere = await fetch(`http://127.0.0.1:${port}/health`);
    expect(await elsewhere.text()).toBe('not the service');
    await service.close();
  });

  it('needs SERVICE_URL for anything else', () => {
    expect(() => read({ SERVICE_HOST: '0.0.0.0' })).toThrow('SERVICE_HOST needs SERVICE_URL');
    const settings = read({ SERVICE_HOST: '0.0.0.0', SERVICE_URL: 'http://box.local:4600' });
    expect(settings).toMatchObject({ host: '0.0.0.0', url: 'http://box.local:4600' });
  });

  it('must be an address of this machine', async () => {
    const service = createDashboardService(await testService());
    for (const host of ['192.0.2.1', 'no such host']) {
      await expect(service.listen(0, host)).rejects.toThrow(SettingError);
    }
  });
});

describe('SERVICE_URL', () => {
  it.each([
    'dashboards.example.com',
    'ftp://box',
    'https://me:it@box',
    'https://box/?a',
    'box:4600',
  ])('may not be %j', (url) => {
    expect(() => read({ SERVICE_URL: url })).toThrow(SettingError);
    expect(() => createDashboardService({ url })).toThrow('SERVICE_URL');
  });
});

describe('a service behind a proxy', () => {
  let service: DashboardService;
  let local: string;

  beforeAll(async () => {
    service = createDashboardService({ ...(await testService()), url: PUBLIC_URL });
    ({ url: local } = await service.listen(0, '0.0.0.0'));
  });

  afterAll(() => service.close());

  const ask = (address: string): Promise<Response> => service.fetch(new Request(address));

  it('shows its public address in the API code', async () => {
    const office = await openOffice(service.url, SETTINGS.adminPassword, local);
    const { guid } = service.dashboards[0]!;
    const page = await (await office.get(`dashboards/${guid}/api-code`)).text();
    expect(page).toContain('https://dashboards.example.com/analytics/Tdb/');
    expect(page).not.toContain(local);
    const revealed = await (await office.post(`dashboards/${guid}/api-code/reveal`)).text();
    expect(revealed).toContain('https://dashboards.example.com/analytics');
    expect(revealed).not.toContain(local);
  });

  it('shows the back office under its own and loopback names only', async () => {
    for (const own of ['https://dashboards.example.com', 'http://localhost:1', 'http://[::1]']) {
      expect((await ask(`${own}/admin/login`)).status).toBe(200);
    }
    for (const other of ['http://rebound.example', 'http://10.0.0.7', 'http://localhost.example']) {
      const response = await ask(`${other}/admin/login`);
      expect(response.status).toBe(421);
      expect(await response.text()).toContain('SERVICE_URL');
    }
  });

  it('answers its other calls under any name', async () => {
    expect((await ask('http://service.internal/health')).status).toBe(200);
    expect((await ask('http://service.internal/Tdb/unknown')).status).toBe(401);
  });

  it('redirects from its root to the back office', async () => {
    const { status, headers } = await ask('http://localhost/');
    expect([status, headers.get('location')]).toEqual([303, 'admin']);
  });
});
