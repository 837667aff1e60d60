import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { ApplicationFolder } from './application-folder.ts';
import { APPLICATIONS } from './applications.ts';
import { ALLOWED, REFUSING, writeLine } from './marked-line.ts';
import { toResult, toTokenRequest } from './request-token.ts';

type Exports = Record<string, (given: never) => Promise<Response>>;

/** The applications whose framework calls the host, its file, and that call. */
const ROUTES: [name: string, file: string, call: (route: Exports, request: Request) => unknown][] =
  [
    [
      'Next.js',
      'app/dashboards/[...path]/route.ts',
      ({ POST }, request) => POST!(request as never),
    ],
    [
      'Next.js 14',
      'src/app/dashboards/[...path]/route.js',
      ({ POST }, request) => POST!(request as never),
    ],
    [
      'SvelteKit',
      'src/routes/dashboards/[...path]/+server.ts',
      ({ fallback }, request) => fallback!({ request } as never),
    ],
    [
      'React Router',
      'app/routes/dashboards.$.ts',
      ({ action }, request) => action!({ request } as never),
    ],
    [
      'Astro 6 with an adapter',
      'src/pages/dashboards/[...path].ts',
      ({ ALL }, request) => ALL!({ request } as never),
    ],
    [
      'Nuxt',
      'server/routes/dashboards/[...path].ts',
      ({ default: handler }, request) => handler!(request as never),
    ],
  ];

it.for(ROUTES)(
  'lets readers in after the marked line is written: %s',
  async ([name, file, call]) => {
    vi.stubEnv('DASHBOARD_URL', 'http://localhost:1').stubEnv('DASHBOARD_API_KEY', 'key');
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = new ApplicationFolder(APPLICATIONS.find((each) => each.name === name)!.files);
    await app.run(['--yes']);
    expect(app.read(file)).toContain(REFUSING);
    writeLine(`${app.path}/${file}`);
    const route = await importBundled(app, file);
    const answer = (await call(route, toTokenRequest('http://localhost:3000'))) as Response;
    expect(await toResult(answer)).toMatchObject(ALLOWED);
  },
);

/** Imports a written file, with the real host. */
async function importBundled(app: ApplicationFolder, file: string): Promise<Exports> {
  app.write(
    'environment.mjs',
    'export const { env } = process;\nexport const getSecret = (name) => env[name];\n',
  );
  const outfile = `${app.path}/route.mjs`;
  buildSync({
    entryPoints: [`${app.path}/${file}`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: {
      'embedded-dashboard/host': `${process.cwd()}/src/host/index.ts`,
      // SvelteKit and Astro make these modules.
      '$env/dynamic/private': `${app.path}/environment.mjs`,
      'astro:env/server': `${app.path}/environment.mjs`,
    },
  });
  // Nuxt imports these functions automatically. The event is the request here.
  vi.stubGlobal('defineEventHandler', (handler: unknown) => handler);
  vi.stubGlobal('toWebRequest', (event: unknown) => event);
  return import(/* @vite-ignore */ pathToFileURL(outfile).href) as Promise<Exports>;
}
