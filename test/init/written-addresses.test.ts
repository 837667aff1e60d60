import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readWrittenAddresses } from '../../command/src/init/read-written-addresses.ts';
import { GUID } from '../../command/src/init/tag.ts';
import { ApplicationFolder, type Files, packageFile } from './application-folder.ts';

const OTHER_GUID = '00000000-0000-4000-8000-0000000000ff';
const NOTE = ' refuses every reader until you write the line marked EDIT THIS LINE.';
const SERVER = {
  'server.js': "import express from 'express';\nconst app = express();\napp.listen(3000);\n",
};

/** Applications, each with the page that `init` names, and the file of the host. */
const APPLICATIONS: [dependencies: string[], files: Files, page: string, host: string][] = [
  [
    ['vite'],
    { 'vite.config.js': 'export default {};\n' },
    'http://localhost:5173/dashboard.html',
    'dashboards.mjs',
  ],
  [
    ['vite', 'react'],
    { 'vite.config.js': 'export default {};\n' },
    'http://localhost:5173/dashboard.html',
    'dashboards.mjs',
  ],
  [['express'], SERVER, 'http://localhost:3000/dashboard', 'dashboards.js'],
  [
    ['next'],
    { 'app/page.tsx': '' },
    'http://localhost:3000/dashboard',
    'app/dashboards/[...path]/route.js',
  ],
];

describe('the addresses of an application', () => {
  it.each(APPLICATIONS)(
    'are those that init wrote: %s',
    async (dependencies, files, page, hostFile) => {
      const app = new ApplicationFolder({ 'package.json': packageFile(dependencies), ...files });
      expect(readWrittenAddresses(app.path)).toBeNull();
      await app.run(['--yes']);
      const written = { dashboard: GUID, page, host: new URL('/dashboards', page).href };
      const service = { service: 'http://localhost:4600', apiKey: 'your-key' };
      expect(readWrittenAddresses(app.path)).toEqual({
        ...service,
        ...written,
        note: hostFile + NOTE,
      });
    },
  );

  it.each([
    ['app.listen(4000);', 4000],
    ["app.listen('4000', 'localhost');", 4000],
    ['app.listen({ port: 4000 });', 4000],
    ['app.listen(process.env.PORT || 4000);', 4000],
    ['const PORT = Number(process.env.PORT ?? 4000);\napp.listen(PORT);', 4000],
    ["const port = process.env['PORT'] || '4000';\napp.listen(port);", 4000],
    ['if (port === 4000) start();\nconst reports = 4000;\napp.listen(port);', 3000],
  ])('have the port of the server: %s', async (start, port) => {
    const source = `import express from 'express';\nconst app = express();\n${start}\n`;
    const files = { 'package.json': packageFile(['express']), 'server.js': source };
    const app = new ApplicationFolder(files);
    const { stdout } = await app.run(['--yes']);
    const page = `http://localhost:${port}/dashboard`;
    expect(stdout).toContain(`Open ${page}.\n`);
    expect(readWrittenAddresses(app.path)).toMatchObject({ page });
  });

  it('follow the edits of the developer', async () => {
    const [dependencies, files, page, hostFile] = APPLICATIONS[2]!;
    const app = new ApplicationFolder({ 'package.json': packageFile(dependencies), ...files });
    await app.run(['--yes']);
    const host = app.read(hostFile).replaceAll(GUID, OTHER_GUID);
    app.write(hostFile, host.replace(/ \/\/ EDIT THIS LINE.*/, ''));
    app.write('.env', 'DASHBOARD_URL="https://bi.example/bi"\n');
    expect(readWrittenAddresses(app.path)).toEqual({
      ...{ service: 'https://bi.example/bi', page, host: 'http://localhost:3000/dashboards' },
      dashboard: OTHER_GUID,
    });
  });

  it('are those of the quick start', () => {
    const app = new ApplicationFolder({});
    cpSync('demo/quick-start', app.path, { recursive: true });
    expect(readWrittenAddresses(app.path)).toEqual({
      service: 'http://localhost:4600',
      host: 'http://localhost:3000/dashboards',
      page: 'http://localhost:3000/',
      dashboard: GUID,
    });
  });

  it.each<Files>([{}, { 'package.json': '{' }, { 'package.json': packageFile(['vite']) }, SERVER])(
    'are missing in another folder: %j',
    (files) => {
      expect(readWrittenAddresses(new ApplicationFolder(files).path)).toBeNull();
    },
  );
});
