import { type Application, majorOf } from './application.ts';
import {
  buildAnd,
  type Framework,
  lacking,
  PURPOSES,
  type Start,
  TYPES_FILE,
  typesFile,
} from './framework.ts';
import { hostRoute } from './host-file.ts';
import type { Plan } from './plan.ts';
import { TAG } from './tag.ts';

/** SvelteKit, whose routes are in `src/routes`. */
export const SVELTEKIT: Framework = {
  name: 'SvelteKit',
  isUsed: ({ dependencies }) => dependencies.has('@sveltejs/kit'),
  plan: planSvelteKit,
};

function planSvelteKit(plan: Plan, app: Application, envFile: string): Start {
  const isTypeScript = app.hasTypeScript;
  const hostFile = `src/routes/dashboards/[...path]/+server.${isTypeScript ? 'ts' : 'js'}`;
  const types = isTypeScript
    ? "import type { RequestEvent, RequestHandler } from './$types';\n"
    : '';
  const host = hostRoute({
    isTypeScript,
    toVariable: (name) => `env.${name}`,
    asked: '(_request, { context })',
    imports: ['', `import { env } from '$env/dynamic/private';\n${types}`],
    context: 'RequestEvent',
    route: [
      `export const fallback${isTypeScript ? ': RequestHandler' : ''} = (event) => {`,
      'event.request, event',
      '};',
    ],
  });
  plan.create(hostFile, host, PURPOSES.host);
  plan.create('src/routes/dashboard/+page.svelte', toPage(isTypeScript), PURPOSES.page);
  if (isTypeScript) plan.create(`src/${TYPES_FILE}`, typesFile('svelte'), PURPOSES.types);
  return {
    hostFile,
    scripts: ['dev'],
    page: 'http://localhost:5173/dashboard',
    production: {
      command: buildAnd(app, `node --env-file=${envFile} build`),
      needs: toAdapter(app),
    },
  };
}

/** The newest adapter is for SvelteKit 3 only. */
function toAdapter(app: Application): string | null {
  const isOld = majorOf(app.dependencies.get('@sveltejs/kit')) === 2;
  return lacking(app, '@sveltejs/adapter-node', isOld ? '@5' : '');
}

function toPage(isTypeScript: boolean): string {
  return `<script${isTypeScript ? ' lang="ts"' : ''}>
  import { onMount } from 'svelte';

  onMount(() => void import('embedded-dashboard'));
</script>

${TAG}
`;
}
