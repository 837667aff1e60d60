import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIGURES } from '../../build/figures.ts';

const PAGES = ['README.md', 'docs/reliability.md'];
const SECTION = /<!-- ([\w-]+) -->(.*?)<!-- \/\1 -->/gs;
/** A number with a unit of a measurement. Times in seconds are rules of the element. */
const MEASURED = /\d[\d.,]*\s?(?:kB|B|ms|%)(?!\w)/g;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe.for(PAGES)('the figures of %s', (path) => {
  const text = readFileSync(path, 'utf8');

  it('are those of the saved results', () => {
    // The formatter aligns the table of the simulation, which `npm run docs -- --check` compares.
    const sections = [...text.matchAll(SECTION)].filter(
      ([, name]) => FIGURES[name!] && name !== 'simulated-figures',
    );
    expect(sections.length).toBeGreaterThan(0);
    for (const [, name, content] of sections) {
      expect([name, plain(content!)]).toEqual([name, FIGURES[name!]!()]);
    }
  });

  it('have no measurement outside of a generated section', () => {
    expect(text.replaceAll(SECTION, '').match(MEASURED) ?? []).toEqual([]);
  });
});
