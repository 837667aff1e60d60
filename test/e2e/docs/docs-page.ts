import type { Page } from 'playwright-core';
import { parseMessage } from '../../support/http-message.ts';
import { type QuickStart, SERVICE_URL } from '../../support/quick-start.ts';

/** The address that the docs use for a host on another origin. */
const API_ORIGIN = 'https://api.example.com';

const SCRIPT = '<!doctype html><script src="/embedded-dashboard.min.js" defer></script>';

/**
 * Returns a server that sends its pages with these headers. A browser would trust a page less if the
 * test changed its headers on the way.
 */
const toServer = (headers: Record<string, string>): string => `
  import express from 'express';
  import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
  const dashboards = createDashboardHost({
    baseUrl: '${SERVICE_URL}',
    apiKey: process.env.DASHBOARD_API_KEY,
    origins: ['http://localhost:3000'],
    resolve: () => ({ sessionId: 'demo', dashboards: () => true }),
  });
  const setHeaders = (res) => res.set(${JSON.stringify(headers)});
  const files = ['public', 'node_modules/embedded-dashboard/dist'].map((dir) =>
    express.static(dir, { setHeaders }));
  express().use(toNodeListener(dashboards), files).listen(3000);`;

/** A page of the docs in a browser. */
export interface DocsPage extends AsyncDisposable {
  visitor: Page;
  /** Errors of the page's console and scripts. */
  complaints: string[];
}

export interface DocsPageOptions {
  /** The headers of the page, as text. */
  headers?: string;
  /** More headers for the dashboard in it, as text. */
  dashboardHeaders?: string;
  /** Whether to wait until the dashboard is on screen. Default: yes. */
  waits?: boolean;
}

/** Opens the HTML of a code block, and adds the element's script if the block has none. */
export async function openDocsPage(
  quickStart: QuickStart,
  html: string,
  { headers = '', dashboardHeaders, waits = true }: DocsPageOptions = {},
): Promise<DocsPage> {
  const page = /<script[^>]* src=/.test(html) ? html : `${SCRIPT}${html}`;
  const host = await quickStart.startHost(toServer(parseHeaders(headers)), quickStart.here(page));
  const visitor = await quickStart.openPage();
  const { complaints } = listenTo(visitor);
  await visitor.route(`${API_ORIGIN}/**`, async (route) => {
    const url = route.request().url().replace(API_ORIGIN, host.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  if (dashboardHeaders !== undefined) {
    await visitor.route('**/Tdb/**', async (route) => {
      const response = await route.fetch();
      const all = { ...response.headers(), ...parseHeaders(dashboardHeaders) };
      await route.fulfill({ response, headers: all });
    });
  }
  const close = async (): Promise<void> => {
    await visitor.close();
    await host[Symbol.asyncDispose]();
  };
  try {
    await visitor.goto(host.url);
    if (waits) {
      await visitor.waitForFunction(
        () => document.querySelector('embedded-dashboard')?.status === 'ready',
      );
    }
  } catch (error) {
    // Nobody else would end the server.
    await close();
    throw error;
  }
  return { visitor, complaints, [Symbol.asyncDispose]: close };
}

/** Collects the errors of the page's console and scripts. */
export function listenTo(visitor: Page): Pick<DocsPage, 'complaints'> {
  const complaints: string[] = [];
  visitor.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  visitor.on('pageerror', ({ message }) => complaints.push(message));
  return { complaints };
}

function parseHeaders(headers: string): Record<string, string> {
  return headers ? parseMessage(`\n${headers.trim()}\n\n`)[1] : {};
}
