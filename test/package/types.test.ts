import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APPLICATION } from './packed-package.ts';

const SOURCES = {
  page: `
    import 'embedded-dashboard';
    import type { DashboardErrorCode, TokenGrant } from 'embedded-dashboard';
    const tag = document.createElement('embedded-dashboard');
    tag.theme = 'dark';
    tag.parameters = { Region: 'North', Year: 2026, Open: true, City: null };
    tag.refreshEvery = 300;
    tag.getToken = async ({ dashboardGuid, signal }): Promise<TokenGrant> => {
      signal.throwIfAborted();
      return { token: dashboardGuid, expiresIn: 60 };
    };
    tag.addEventListener('dashboard-error', ({ error }) => error.code satisfies DashboardErrorCode);
    tag.addEventListener('click', ({ clientX }) => clientX satisfies number);
    // @ts-expect-error
    tag.parameters = { Region: ['North'] };
    // @ts-expect-error
    tag.loading = 'later';
    // @ts-expect-error
    tag.status = 'ready';`,
  'own-name': `
    import { EmbeddedDashboardElement } from 'embedded-dashboard/element';
    class OwnDashboard extends EmbeddedDashboardElement {}
    customElements.define('own-dashboard', OwnDashboard);
    new OwnDashboard().expiresAt satisfies Date | null;`,
  server: `
    import { createServer } from 'node:http';
    import { createDashboardHost, DashboardHostError, toNodeListener } from 'embedded-dashboard/host';
    const dashboards = createDashboardHost({
      baseUrl: 'https://bi.example.com',
      apiKey: 'a-key',
      resolve: (request, { dashboardGuid }) =>
        dashboardGuid ? { sessionId: request.url, dashboards: [dashboardGuid] } : null,
    });
    createServer(toNodeListener(dashboards));
    dashboards.client.displayUrl('a-token', { theme: 'dark' }) satisfies string;
    new DashboardHostError('config', 'A message.').status satisfies number;
    // @ts-expect-error
    createDashboardHost({ baseUrl: 'https://bi.example.com' });`,
};

it('has complete types, for new code and for the application of the last release', () => {
  const folder = `${APPLICATION}/types`;
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(SOURCES)) {
    writeFileSync(`${folder}/${name}.ts`, source);
  }
  cpSync('test/upgrade/application', `${folder}/upgrade`, { recursive: true });
  const compilerOptions = {
    target: 'ES2022',
    module: 'nodenext',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions }));
  expect(compile(folder)).toBe('');
});

/** Returns the errors of the compiler. */
function compile(folder: string): string {
  const args = ['node_modules/typescript/bin/tsc', '--project', folder];
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (failure) {
    return (failure as { stdout: string }).stdout;
  }
}
