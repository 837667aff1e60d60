import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundleScript, PAGE_SCRIPTS, toCompiled } from '../demo/service/src/page/find-script.ts';

const SERVICE = 'demo/service';
const SOURCES = `${SERVICE}/src`;
/** What is packed and published: the sources' own package leads to the sources. */
const PACKAGE = `${SERVICE}/dist`;
const CODE = `${PACKAGE}/lib`;

/** The sources' package.json, said of what is made from them. */
function toPublished(manifest: Record<string, unknown>): Record<string, unknown> {
  const { private: _, scripts: __, devDependencies: ___, exports: ____, ...rest } = manifest;
  return {
    ...rest,
    files: ['lib'],
    bin: { 'embedded-dashboard-service': './lib/main.js' },
    exports: {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
  };
}

rmSync(PACKAGE, { recursive: true, force: true });
execFileSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', `${SERVICE}/tsconfig.build.json`],
  {
    stdio: 'inherit',
  },
);
for (const path of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
  if (path.endsWith('.css')) copyFileSync(`${SOURCES}/${path}`, `${CODE}/${path}`);
}
// In place of the compiled ones, which no page could load.
for (const path of Object.values(PAGE_SCRIPTS)) {
  writeFileSync(`${CODE}/${toCompiled(path)}`, await bundleScript(`${SOURCES}/${path}`));
}
const manifest = JSON.parse(readFileSync(`${SERVICE}/package.json`, 'utf8')) as Record<
  string,
  unknown
>;
writeFileSync(`${PACKAGE}/package.json`, `${JSON.stringify(toPublished(manifest), null, 2)}\n`);
copyFileSync(`${SERVICE}/README.md`, `${PACKAGE}/README.md`);
copyFileSync('LICENSE', `${PACKAGE}/LICENSE`);
