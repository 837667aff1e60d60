import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

interface Axe {
  axe: {
    run: (where: { exclude: string[] }) => Promise<{
      violations: { id: string; nodes: { html: string }[] }[];
    }>;
  };
}

/** Returns axe's accessibility violations of a page without its frames: each rule and the elements that break it. */
export async function findViolations(page: Page): Promise<[rule: string, elements: string[]][]> {
  const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
  await page.evaluate(readFileSync(axe, 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as Axe).axe.run({ exclude: ['iframe'] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
}
