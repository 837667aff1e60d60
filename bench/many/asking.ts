import { setTimeout as wait } from 'node:timers/promises';
import type { CrowdSite } from '../crowd/site.ts';
import type { Tab } from '../crowd/tab.ts';
import type { Measurement } from '../results.ts';

const COUNT = 200;
/** The documented distance below the viewport at which a lazy element starts to load. */
const NEAR_PIXELS = 300;
/** The time to wait for further requests, which must not come. */
const PATIENCE_MS = 3000;

/** Measures the token requests of pages where several dashboards share one request, or need none yet. */
export async function measureAsking(site: CrowdSite, tab: Tab): Promise<Measurement> {
  const same = await countTokens(site, tab, { isSame: true }, COUNT);
  const sameByHand = await countTokens(site, tab, { kind: 'hand-made', isSame: true }, COUNT);
  const lazy = await countTokens(site, tab, { isLazy: true }, 1);
  const near = await tab.read<number>(
    `[...document.querySelectorAll('embedded-dashboard')].filter((element) =>
      element.getBoundingClientRect().top < innerHeight + ${NEAR_PIXELS}).length`,
  );
  return {
    goals: [
      {
        name: `token requests for ${COUNT} elements with the same dashboard`,
        goal: '1',
        measured: String(same),
        isMet: same === 1,
      },
      {
        name: `token requests for ${COUNT} lazy elements, one below the other`,
        goal: `${near}, for those near the viewport`,
        measured: String(lazy),
        isMet: lazy === near,
      },
    ],
    table: {
      columns: [`${COUNT} elements on a page`, 'token requests', 'by hand'],
      rows: [
        ['the same dashboard', same, sameByHand],
        [`lazy, ${near} of them in view or at most ${NEAR_PIXELS} px below`, lazy, '–'],
      ],
    },
    raw: { same, sameByHand, lazy, near },
  };
}

async function countTokens(
  site: CrowdSite,
  tab: Tab,
  crowd: { kind?: 'hand-made'; isSame?: boolean; isLazy?: boolean },
  expected: number,
): Promise<number> {
  site.takeTokens();
  await tab.visit(site.toUrl({ kind: 'ours', count: COUNT, ...crowd }), expected);
  await wait(PATIENCE_MS);
  return site.takeTokens();
}
