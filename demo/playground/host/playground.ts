import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
  listenOnLoopback,
  type LoopbackServer,
} from 'embedded-dashboard-service';
import { Hono } from 'hono';
import type { ViteDevServer } from 'vite';
import { Conditions } from './conditions.ts';
import { createHostApplication } from './host-application.ts';
import { createPageFiles, isPageFile, readPage } from './page-files.ts';

/** Where the playground listens, and how its dashboard service is set up. Port 0 takes any free one. */
export interface PlaygroundOptions {
  /** The page and its host application. */
  port: number;
  service: DashboardServiceOptions & { port: number };
}

/** A running page, host application and dashboard service. */
export interface Playground {
  /** The page. */
  url: string;
  /** The dashboard service's `{base_url}`. */
  serviceUrl: string;
  service: DashboardService;
  close(): Promise<void>;
}

/**
 * Starts the dashboard service, and the page with its host application.
 * Throws `SettingError`, with nothing left running, where a setting cannot be used.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { port: servicePort, ...serviceOptions } = options.service;
  const service = createDashboardService(serviceOptions);
  const [application, provide] = createLateListener();
  const page = await listenOnLoopback(application, options.port, 'PORT');
  let files: ViteDevServer | null = null;
  const close = async (): Promise<void> => {
    await Promise.all([page.close(), files?.close(), service.close()]);
  };
  try {
    const server = await service.listen(servicePort);
    files = await createPageFiles();
    provide(createListener(service, server, files));
    return { url: `http://localhost:${page.port}`, serviceUrl: server.url, service, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A busy port is told before the service opens its databases; whoever calls meanwhile waits. */
function createLateListener(): [RequestListener, (listener: RequestListener) => void] {
  let provide!: (listener: RequestListener) => void;
  const listening = new Promise<RequestListener>((resolve) => {
    provide = resolve;
  });
  return [
    (request, response) => void listening.then((listen) => listen(request, response)),
    provide,
  ];
}

/** The host application first, then the page's files. */
function createListener(
  service: DashboardService,
  server: LoopbackServer,
  files: ViteDevServer,
): RequestListener {
  const application = createHostApplication({
    baseUrl: server.url,
    apiKey: service.apiKey,
    dashboards: service.dashboards.filter(({ accessible }) => accessible),
    conditions: new Conditions(service, server),
    renderPage: readPage,
  });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/', application);
  app.all('*', (context) => {
    const { incoming, outgoing } = context.env;
    // The address as it came: Vite reads the same.
    if (!isPageFile(incoming.url ?? '')) return context.notFound();
    files.middlewares(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
