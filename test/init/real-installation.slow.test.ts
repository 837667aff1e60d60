import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ApplicationFolder } from './application-folder.ts';

/** Whether npm reaches the registry. */
const isOnline = await promisify(execFile)('npm', ['view', '@lit/react', 'version']).then(
  () => true,
  () => false,
);

it.skipIf(!isOnline)('installs the package and its own needs from the registry', async () => {
  const app = new ApplicationFolder({
    'package.json': '{"dependencies":{"react":"~18.3.0"},"devDependencies":{"vite":"8"}}',
    'source/package.json': '{"name":"embedded-dashboard","version":"1.0.0"}',
  });
  const env = { EMBEDDED_DASHBOARD_PACKAGE: 'file:./source' };
  const { status, stdout, stderr } = await app.run(['--yes'], { env });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('npm install file:./source @lit/react');
  const versions = ['embedded-dashboard', '@lit/react', 'react', 'vite'].map(
    (name) => (JSON.parse(app.read(`node_modules/${name}/package.json`)) as Manifest).version,
  );
  expect(versions.join(' ')).toMatch(/^1\.0\.0 1\.\S+ 18\.3\.\S+ 8\.\S+$/);
  expect(JSON.parse(app.read('package.json'))).toMatchObject({
    dependencies: {
      'embedded-dashboard': 'file:source',
      '@lit/react': expect.stringMatching(/1\./),
    },
  });

  const after = app.state();
  expect((await app.run(['--yes'], { env })).stdout).toContain('Nothing to change.');
  expect(app.state()).toEqual(after);
});

interface Manifest {
  version: string;
}
