import { ANGULAR } from './angular.ts';
import type { Application } from './application.ts';
import { ASTRO } from './astro.ts';
import type { Framework } from './framework.ts';
import { InitError } from './init-error.ts';
import { NEXT } from './next.ts';
import { NODE_SERVERS } from './node-server.ts';
import { NUXT } from './nuxt.ts';
import { REACT_ROUTER } from './react-router.ts';
import { SVELTEKIT } from './sveltekit.ts';
import { VITE } from './vite.ts';

/** All frameworks. One that is built with another comes before it. */
const FRAMEWORKS: readonly Framework[] = [
  NEXT,
  SVELTEKIT,
  REACT_ROUTER,
  ASTRO,
  NUXT,
  ANGULAR,
  ...VITE,
  ...NODE_SERVERS,
];

/** Returns the framework of an application. Throws {@link InitError} if it is not known. */
export function findFramework(app: Application): Framework {
  const framework = FRAMEWORKS.find(({ isUsed }) => isUsed(app));
  if (framework) return framework;
  throw new InitError(
    `No known framework is in package.json. init knows Vite (vanilla, React, Vue, Svelte, Solid, Lit), Next.js, SvelteKit,
React Router, Astro, Nuxt, Angular, Express, Fastify and Hono. For any other, follow docs/quick-start.md: it needs a host and a tag.`,
  );
}
