import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
  listenOnLoopback,
  type LoopbackServer,
} from 'embedded-dashboard-service';
import { Conditions } from './conditions.ts';
import { createHostApplication } from './host-application.ts';
import { createPageFiles, readPage } from './page-files.ts';

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
  const close = async (): Promise<void> => {
    await Promise.all([page.close(), service.close()]);
  };
  try {
    const server = await service.listen(servicePort);
    provide(createListener(service, server));
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

function createListener(service: DashboardService, server: LoopbackServer): RequestListener {
  const application = createHostApplication({
    baseUrl: server.url,
    apiKey: service.apiKey,
    dashboards: service.dashboards.filter(({ accessible }) => accessible),
    conditions: new Conditions(service, server),
    renderPage: readPage,
  });
  application.route('/', createPageFiles());
  return getRequestListener(application.fetch, { overrideGlobalObjects: false });
}
