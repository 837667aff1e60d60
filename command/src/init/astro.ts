import { type Application, firstOf, majorOf } from './application.ts';
import { buildAnd, type Framework, lacking, PURPOSES, type Start } from './framework.ts';
import { HOST_SERVER, hostRoute, hostServer, START_HOST } from './host-file.ts';
import { InitError } from './init-error.ts';
import type { Plan } from './plan.ts';
import { htmlPage, TAG } from './tag.ts';
import { createConfig, mountInVite } from './vite.ts';

/** Astro. With an adapter it has a server, and the host is an endpoint. Otherwise Vite's development server mounts it. */
export const ASTRO: Framework = {
  name: 'Astro',
  isUsed: ({ dependencies }) => dependencies.has('astro'),
  plan: planAstro,
};

const CONFIGS = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((end) => `astro.config.${end}`);

/** The version that has `astro:env`. */
const FIRST_WITH_SECRETS = 5;

function planAstro(plan: Plan, app: Application, envFile: string): Start {
  const config = firstOf(app, CONFIGS);
  const hasServer = /\badapter\s*:/.test((config && app.folder.read(config)) ?? '');
  const hostFile = hasServer ? addEndpoint(plan, app) : addHostServer(plan, config, envFile);
  const script = "<script>\n      import 'embedded-dashboard';\n    </script>";
  plan.create('src/pages/dashboard.astro', htmlPage(TAG, script), PURPOSES.page);
  return {
    hostFile,
    scripts: ['dev'],
    page: 'http://localhost:4321/dashboard',
    production: hasServer
      ? {
          command: buildAnd(app, `node --env-file=${envFile} dist/server/entry.mjs`),
          needs: lacking(app, '@astrojs/node'),
        }
      : { command: buildAnd(app, START_HOST), isHostOnly: true },
  };
}

function addHostServer(plan: Plan, config: string | undefined, envFile: string): string {
  plan.create(HOST_SERVER, hostServer(envFile), PURPOSES.host);
  mountInVite(plan, config ?? createConfig(plan, 'astro.config.mjs'), ['vite']);
  return HOST_SERVER;
}

function addEndpoint(plan: Plan, { dependencies, hasTypeScript }: Application): string {
  if ((majorOf(dependencies.get('astro')) ?? Infinity) < FIRST_WITH_SECRETS) {
    throw new InitError('init needs Astro 5 or newer. For older ones, follow docs/host.md.');
  }
  const types = hasTypeScript ? "import type { APIContext, APIRoute } from 'astro';\n" : '';
  const host = hostRoute({
    isTypeScript: hasTypeScript,
    toVariable: (name) => `getSecret('${name}')`,
    asked: '(_request, { context })',
    imports: [
      types,
      "import { getSecret } from 'astro:env/server';\n\nexport const prerender = false;\n",
    ],
    context: 'APIContext',
    route: [
      `export const ALL${hasTypeScript ? ': APIRoute' : ''} = (context) => {`,
      'context.request, context',
      '};',
    ],
  });
  const path = `src/pages/dashboards/[...path].${hasTypeScript ? 'ts' : 'js'}`;
  plan.create(path, host, PURPOSES.host);
  return path;
}
