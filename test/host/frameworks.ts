import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import { type DashboardHost, toNodeListener } from 'embedded-dashboard/host';

/**
 * A host application that serves the dashboards, written as a user of the framework would write it.
 * Its own `POST /echo` answers with the JSON of the request.
 */
export type HostApplication = (
  dashboards: DashboardHost,
) => RequestListener | Promise<RequestListener>;

/** Hono is last, because its server replaces the global `Request` and `Response`. */
export const FRAMEWORKS = {
  'node:http': (dashboards) => {
    const serveDashboards = toNodeListener(dashboards);
    const serveOthers = express().post('/echo', express.json(), echo);
    return (req, res) => void serveDashboards(req, res, () => serveOthers(req, res));
  },
  Express: (dashboards) =>
    express().use(toNodeListener(dashboards)).post('/echo', express.json(), echo),
  'Express, under a path': (dashboards) =>
    express().use('/dashboards', toNodeListener(dashboards)).post('/echo', express.json(), echo),
  'Express, after express.json()': (dashboards) =>
    express().use(express.json()).use(toNodeListener(dashboards)).post('/echo', echo),
  'Fastify, as a hook': (dashboards) =>
    listenerOf(fastify().addHook('onRequest', toNodeListener(dashboards))),
  'Fastify, as a route': (dashboards) =>
    listenerOf(fastify().all('/dashboards/*', toNodeListener(dashboards))),
  'Next.js': (dashboards) => {
    const answer = (request: Request) => dashboards.fetch(request);
    return toListener({
      '/dashboards/': callNext({ GET: answer, POST: answer, OPTIONS: answer }),
      '/echo': callNext({ POST: echoRequest }),
    });
  },
  SvelteKit: (dashboards) =>
    toListener({
      '/dashboards/': callSvelteKit((event) => dashboards.fetch(event.request, event)),
      '/echo': callSvelteKit(({ request }) => echoRequest(request)),
    }),
  Hono: (dashboards) => {
    const app = new Hono();
    app.all('/dashboards/*', (context) => dashboards.fetch(context.req.raw, context));
    app.post('/echo', async (context) => context.json(await context.req.json()));
    return getRequestListener(app.fetch);
  },
} satisfies Record<string, HostApplication>;

export type FrameworkName = keyof typeof FRAMEWORKS;

const echo: express.Handler = (req, res) => void res.json(req.body);

async function listenerOf(app: FastifyInstance): Promise<RequestListener> {
  app.post('/echo', (request) => request.body);
  await app.ready();
  return app.routing;
}

type Answer = (request: Request) => Response | Promise<Response>;

const echoRequest: Answer = async (request) => Response.json(await request.json());

/** Serves the addresses that begin with these paths. */
function toListener(routes: Record<string, Answer>): RequestListener {
  return getRequestListener(
    (request) => {
      const { pathname } = new URL(request.url);
      const [, answer] = Object.entries(routes).find(([path]) => pathname.startsWith(path)) ?? [];
      return answer?.(request) ?? new Response('No such page.', { status: 404 });
    },
    { overrideGlobalObjects: false },
  );
}

/**
 * Calls the exports of an `app/dashboards/[...path]/route.ts` as Next.js does:
 * https://nextjs.org/docs/app/api-reference/file-conventions/route
 */
function callNext(route: Record<string, Answer>): Answer {
  return (request) => {
    const { method } = request;
    const answer = route[method] ?? (method === 'HEAD' ? route.GET : undefined);
    return answer?.(request) ?? new Response(null, { status: 405 });
  };
}

/**
 * Calls the `fallback` of a `src/routes/dashboards/[...path]/+server.ts` as SvelteKit does, and refuses
 * forms of other origins as SvelteKit does: https://svelte.dev/docs/kit/configuration#csrf
 */
function callSvelteKit(fallback: (event: { request: Request }) => ReturnType<Answer>): Answer {
  return (request) => {
    const type = request.headers.get('Content-Type') ?? '';
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/.test(
      type,
    );
    if (isForm && request.headers.get('Origin') !== new URL(request.url).origin) {
      return new Response('Cross-site POST form submissions are forbidden', { status: 403 });
    }
    return fallback({ request });
  };
}
