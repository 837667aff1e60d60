import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
  type HttpServer,
  listenOn,
} from 'embedded-dashboard-service';
import type { Hono } from 'hono';
import { buildPage } from './built-page.ts';
import { Conditions } from './conditions.ts';
import { createHostApplication } from './host-application.ts';

/** The dashboard service's settings. Port 0 picks a free port. */
export type ServiceSettings = DashboardServiceOptions & { port: number };

/** The ports of the playground, and the settings of its dashboard service. Port 0 picks a free port. */
export interface PlaygroundOptions {
  /** The port of the page and its host application. */
  port: number;
  service: ServiceSettings;
  /** Whether tokens expire after a minute from the start on. Default: true. */
  hasShortTokens?: boolean;
}

/** The parts of a demo. */
export interface DemoOptions {
  service: ServiceSettings;
  /** Whether tokens expire after a minute from the start on. */
  hasShortTokens: boolean;
  /** Returns the HTML of the page. */
  renderPage: () => Promise<string>;
}

/** A running page, host application and dashboard service. */
export interface Playground {
  /** The address of the page. */
  url: string;
  /** The dashboard service's `{base_url}`. */
  serviceUrl: string;
  service: DashboardService;
  close(): Promise<void>;
}

/** A running dashboard service, and the host application that calls it. */
export interface ServedDemo {
  application: Hono;
  service: DashboardService;
  /** The dashboard service's `{base_url}`. */
  serviceUrl: string;
}

/**
 * Starts the dashboard service, and the built page with its host application.
 * Stops everything and throws `SettingError` if a setting cannot be used.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const [listener, provide] = createLateListener();
  const server = await listenOn(listener, { port: options.port, setting: 'PORT' });
  try {
    const { html, files } = await buildPage();
    const { service: settings, hasShortTokens = true } = options;
    const renderPage = (): Promise<string> => Promise.resolve(html);
    const demo = await serveDemo({ service: settings, hasShortTokens, renderPage });
    demo.application.route('/', files);
    provide(toListener(demo.application));
    const { service, serviceUrl } = demo;
    const close = async (): Promise<void> => {
      await Promise.all([server.close(), service.close()]);
    };
    return { url: `http://localhost:${server.port}`, serviceUrl, service, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * Starts the dashboard service and creates the host application.
 * Stops the service and throws `SettingError` if a setting cannot be used.
 */
export async function serveDemo(demo: DemoOptions): Promise<ServedDemo> {
  const { port, ...settings } = demo.service;
  const service = createDashboardService(settings);
  try {
    const server = await service.listen(port);
    return {
      application: toApplication(service, server, demo),
      service,
      serviceUrl: server.url,
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Returns the application as a listener of `node:http`. */
export function toListener(application: Hono): RequestListener {
  return getRequestListener(application.fetch, { overrideGlobalObjects: false });
}

/**
 * Creates a listener that holds requests until the application is ready. So the server can listen, and report a busy
 * port, before the service opens its databases.
 */
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

function toApplication(
  service: DashboardService,
  server: HttpServer,
  { hasShortTokens, renderPage }: DemoOptions,
): Hono {
  return createHostApplication({
    baseUrl: server.url,
    apiKey: service.apiKey,
    listDashboards: () => service.listOpenDashboards(),
    conditions: new Conditions(service, server, hasShortTokens),
    renderPage,
  });
}
