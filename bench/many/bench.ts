import { serveCrowds } from '../crowd/site.ts';
import { Tab } from '../crowd/tab.ts';
import type { Bench } from '../results.ts';
import { measureAsking } from './asking.ts';
import { measureScale } from './scale.ts';

/** Many dashboards on one page. */
export const bench: Bench = async ({ isQuick }) => {
  await using site = await serveCrowds();
  await using tab = await Tab.open(site.elsewhere);
  const scale = await measureScale(site, tab, isQuick ? 1 : 5);
  const asking = await measureAsking(site, tab);
  return {
    title: 'Many dashboards on a page',
    about: `In ${await tab.version}, beside a page that fetches a token and makes a frame for each by hand (\`hand-made/dashboard.ts\`). Each page gets a process of its own, and the dashboards, on another site, another one; script and main thread are processor time of the page’s main thread, till a second after all are live. Script is what runs from a trace’s outermost entries into V8, microtasks too: \`ScriptDuration\` leaves those out. In a profile most of both is the browser’s own making of frames and calls; what ours adds, and misses its goal by, is what code by hand does without, and is spread over the reading of the answer up to a limit, the message behind the frame, listeners and the clock, each under 5 %.`,
    goals: [...scale.goals, ...asking.goals],
    tables: [scale.table, asking.table],
    raw: { scale: scale.raw, asking: asking.raw },
  };
};
