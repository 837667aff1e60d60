import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';

function read(name: string): Buffer {
  return readFileSync(`${BUILT_PACKAGE}/${name}`);
}

it('has the hash of each file for a CDN', () => {
  const hashes = JSON.parse(read('integrity.json').toString()) as Record<string, string>;
  const files = readdirSync(BUILT_PACKAGE).filter((name) => name.endsWith('.min.js'));
  expect(files).toHaveLength(3);
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining([...files, 'locales/de.js']));
  for (const [file, hash] of Object.entries(hashes)) {
    const own = createHash('sha384').update(read(file)).digest('base64');
    expect([file, hash]).toEqual([file, `sha384-${own}`]);
  }
});

describe('the modules', () => {
  it.each(['index.js', 'element/embedded-dashboard.js'])(
    'can be imported by Node, without a DOM: %s',
    (file) => {
      const module = pathToFileURL(`${BUILT_PACKAGE}/${file}`).href;
      const script = `console.log(typeof (await import('${module}')).EmbeddedDashboardElement)`;
      const args = ['--input-type=module', '--eval', script];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('function');
    },
  );

  it('match the source modules one to one, with their comments', () => {
    expect(read('element/logout.js').toString()).toMatch(/^\/\*\* .* \*\/$/m);
  });
});
