import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeApplication, TARBALL } from './packed-package.ts';

const SCRIPT = `
  import { EmbeddedDashboard } from 'embedded-dashboard/react18';
  import { createRequire } from 'node:module';
  import { createElement } from 'react';
  // React 17 has no exports, and React 18 none with a file's name.
  const { renderToString } = createRequire(import.meta.url)('react-dom/server');
  const props = { tokenUrl: '/token', id: 'sales', onDashboardLoad: () => {} };
  console.log(renderToString(createElement(EmbeddedDashboard, props)));`;

it.for(['18.3.1', '17.0.2'])(
  'is the plain tag in a page from a server with React %s',
  (version) => {
    const packages = ['@lit/react@1.0.8', `react@${version}`, `react-dom@${version}`];
    const application = makeApplication(`react-${version}`, TARBALL, ...packages);
    writeFileSync(`${application}/server.js`, SCRIPT);
    const page = execFileSync('node', ['server.js'], { cwd: application, encoding: 'utf8' });
    expect(page.trim()).toMatch(
      /^<embedded-dashboard( data-reactroot="")? id="sales"( data-reactroot="")?><\/embedded-dashboard>$/,
    );
  },
);
