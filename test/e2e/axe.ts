import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Axe {
  axe: {
    run: (
      where: { exclude: string[] },
      options: { resultTypes: 'violations'[] },
    ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/** Returns axe's accessibility violations of a page without its frames: each rule and the elements that break it. */
export async function findViolations(page: Page): Promise<[rule: string, elements: string[]][]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as Axe;
    // The details of the rules that hold would double the processor time.
    const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
}
