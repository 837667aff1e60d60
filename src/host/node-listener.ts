import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, type HostAnswer } from './answer/answer.ts';
import type { DashboardHost } from './dashboard-host.ts';
import { DashboardHostError } from './dashboard-host-error.ts';
import {
  type FastifyRequest,
  type NodeRequest,
  toHostRequest,
  urlOf,
} from './http/node-request.ts';

/** The `context` that `resolve` gets behind `toNodeListener`: the framework's own request and response. */
export interface NodeContext<Req = IncomingMessage, Res = ServerResponse> {
  req: Req;
  res: Res;
}

/** A response of `node:http`, Express, Connect or Fastify. */
export type NodeResponse = ServerResponse | FastifyReply;

/**
 * A request listener of `node:http`, a handler of Express, Connect and Fastify, and an `onRequest` hook of
 * Fastify. Without `next`, it always returns a promise, which resolves once the answer is sent.
 */
export type NodeListener = (
  req: NodeRequest,
  res: NodeResponse,
  next?: () => void,
) => Promise<void> | void;

/** Fastify keeps Node's response in `raw`, and leaves it alone after `hijack`. */
interface FastifyReply {
  raw: ServerResponse;
  hijack: () => unknown;
}

/**
 * Returns a listener of `node:http`, Express, Connect and Fastify for a host. It calls `next()` for addresses
 * that are not the host's. Without a `next`, it answers them with 404.
 *
 * Put it after your session, and before all body parsers: in Express and Connect
 * `app.use(toNodeListener(dashboards))`, in Fastify `app.addHook('onRequest', toNodeListener(dashboards))`.
 * It also works after parsers, and so as Fastify's `app.all('/dashboards/*', toNodeListener(dashboards))`.
 * The framework then answers bodies that its parser refuses.
 * @example
 * import express from 'express';
 * import { toNodeListener } from 'embedded-dashboard/host';
 * import { dashboards } from './examples/dashboards.mjs';
 *
 * express().use(toNodeListener(dashboards)).listen(3000);
 */
export function toNodeListener<Context>(host: DashboardHost<Context>): NodeListener {
  // Not an async function: a hook of Fastify either calls `next` or returns a promise.
  return (req, res, next) => {
    const isOurs = host.serves(urlOf(req).replace(/\?.*/s, ''));
    if (typeof next === 'function' && !isOurs) return next();
    return answer(host, req, res);
  };
}

async function answer<Context>(
  host: DashboardHost<Context>,
  req: NodeRequest,
  res: NodeResponse,
): Promise<void> {
  const isFastify = 'hijack' in res;
  const incoming = isFastify ? (req as FastifyRequest).raw : (req as IncomingMessage);
  const outgoing = isFastify ? res.raw : res;
  if (isFastify) res.hijack();
  const request = toHostRequest(req, incoming, outgoing);
  const given = request
    ? await host.handle(request, { req, res } as Context)
    : answerError(new DashboardHostError('bad-request', 'The request’s address is malformed.'));
  send(outgoing, given);
}

function send(outgoing: ServerResponse, { status, headers, body }: HostAnswer): void {
  // A time limit of the framework, for example, may have begun to answer in the meantime.
  if (outgoing.headersSent) return;
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.end(body);
}
