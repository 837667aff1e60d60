import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

test('a bundle of the host needs no module of Node, and so loads in workers', async () => {
  const entry = fileURLToPath(new URL('../../src/host/index.ts', import.meta.url));
  const bundle = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, ssr: entry, target: 'es2022' },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput;
  const codes = bundle.output.map((part) => (part.type === 'chunk' ? part.code : ''));
  expect(codes).toHaveLength(1);
  expect(codes[0]).toContain('createDashboardHost');
  expect(codes[0]).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\./m);
});
