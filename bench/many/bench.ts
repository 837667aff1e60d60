import { serveCrowds } from '../crowd/site.ts';
import { Tab } from '../crowd/tab.ts';
import type { Bench } from '../results.ts';
import { measureAsking } from './asking.ts';
import { measureScale } from './scale.ts';

/** Measures many dashboards on one page. */
export const bench: Bench = async ({ isQuick }) => {
  await using site = await serveCrowds();
  await using tab = await Tab.open(site.elsewhere);
  const scale = await measureScale(site, tab, isQuick ? 1 : 5);
  const asking = await measureAsking(site, tab);
  return {
    title: 'Many dashboards on a page',
    about: `A page with the element, compared with code by hand (\`hand-made/dashboard.ts\`), in ${await tab.version}. That code fetches a token and creates a frame for each dashboard. Each page has its own process. The dashboards are on another site, so they have another process. Script and main thread are processor time of the page’s main thread, until one second after all dashboards are live. Script is the sum of a trace’s outermost calls into V8, including microtasks, which \`ScriptDuration\` leaves out. In a profile, most of both times is the browser’s own work on frames and requests. The element’s extra time is spread over work that code by hand leaves out, each under 5 %. That work is reading the answer up to a limit, the message behind the frame, listeners and the clock.`,
    goals: [...scale.goals, ...asking.goals],
    tables: [scale.table, asking.table],
    raw: { scale: scale.raw, asking: asking.raw },
  };
};
