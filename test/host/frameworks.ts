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
