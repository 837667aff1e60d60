import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APPLICATION } from './packed-package.ts';

/** The code that creates a window, by library that imitates a browser's DOM. */
const WINDOWS = {
  jsdom: "new JSDOM('', { url: 'https://app.example/' }).window",
  'happy-dom': 'new Window()',
};

const SCRIPT = `
  import { createRequire } from 'node:module';
  const require = createRequire(process.argv[2]);
  const { JSDOM, Window } = require(process.argv[3]);
  const window = WINDOW;
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis)) globalThis[name] = window[name];
  }
  await import('embedded-dashboard');
  document.body.innerHTML = '<embedded-dashboard dashboard-guid="x">Not here</embedded-dashboard>';
  const { name } = document.querySelector('embedded-dashboard').constructor;
  console.log(name, document.body.textContent);
  process.exit();`;

it.for(Object.entries(WINDOWS))('does not register the tag in %s', ([library, window]) => {
  const script = `${APPLICATION}/${library}.mjs`;
  writeFileSync(script, SCRIPT.replace('WINDOW', window));
  const args = [script, import.meta.filename, library];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
  expect(said.trim()).toBe('HTMLElement Not here');
});
