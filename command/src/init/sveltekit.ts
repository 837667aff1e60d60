import type { Application } from './application.ts';
import { type Framework, PURPOSES, type Start, TYPES_FILE, typesFile } from './framework.ts';
import { hostRoute } from './host-file.ts';
import type { Plan } from './plan.ts';
import { TAG } from './tag.ts';

/** SvelteKit, whose routes are in `src/routes`. */
export const SVELTEKIT: Framework = {
  name: 'SvelteKit',
  isUsed: ({ dependencies }) => dependencies.has('@sveltejs/kit'),
  plan: planSvelteKit,
};

function planSvelteKit(plan: Plan, { hasTypeScript: isTypeScript }: Application): Start {
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
  return { hostFile, scripts: ['dev'], page: 'http://localhost:5173/dashboard' };
}

function toPage(isTypeScript: boolean): string {
  return `<script${isTypeScript ? ' lang="ts"' : ''}>
  import { onMount } from 'svelte';

  onMount(() => void import('embedded-dashboard'));
</script>

${TAG}
`;
}
