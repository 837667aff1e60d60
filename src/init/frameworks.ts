import type { Application } from './application.ts';
import type { Framework } from './framework.ts';
import { InitError } from './init-error.ts';
import { NEXT } from './next.ts';
import { NODE_SERVERS } from './node-server.ts';
import { REACT_ROUTER } from './react-router.ts';
import { SVELTEKIT } from './sveltekit.ts';
import { VITE } from './vite.ts';

/** All frameworks. One that is built with another comes before it. */
const FRAMEWORKS: readonly Framework[] = [NEXT, SVELTEKIT, REACT_ROUTER, ...VITE, ...NODE_SERVERS];

/** Frameworks with servers of their own, some of them on Vite. Their hosts and pages are other files. */
const UNKNOWN = new Map([
  ['nuxt', 'Nuxt'],
  ['astro', 'Astro'],
  ['@angular/core', 'Angular'],
]);

/** Returns the framework of an application. Throws {@link InitError} if it is not known. */
export function findFramework(app: Application): Framework {
  const unknown = [...UNKNOWN].find(([dependency]) => app.dependencies.has(dependency));
  if (unknown) {
    throw new InitError(
      `init does not know ${unknown[1]} yet. Follow docs/host.md and docs/frameworks.md: it needs a host and a tag.`,
    );
  }
  const framework = FRAMEWORKS.find(({ isUsed }) => isUsed(app));
  if (framework) return framework;
  throw new InitError(
    `No known framework is in package.json. init knows Vite (vanilla, React, Vue, Svelte, Solid, Lit), Next.js, SvelteKit, React Router, Express, Fastify and Hono.
For any other, follow docs/quick-start.md: it needs a host and a tag.`,
  );
}
