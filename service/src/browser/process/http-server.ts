import type { Fetch, HttpServer, serve as serveInNode } from '../../process/http-server.ts';
import { SettingError } from '../../process/setting-error.ts';

export type { HttpServer };

const listening = new Map<number, Fetch>();

/** Makes {@link deliver} find a function that answers requests. There is no network. */
export const serve: typeof serveInNode = async (fetch, { port, setting }): Promise<HttpServer> => {
  if (listening.has(port)) throw new SettingError(`${setting}: port ${port} is in use.`);
  listening.set(port, fetch);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => void listening.delete(port),
  };
};

/** Delivers a request to the server at a port. Rejects as `fetch` does if nothing listens there. */
export async function deliver(port: number, request: Request): Promise<Response> {
  const fetch = listening.get(port);
  if (!fetch) throw new TypeError('Failed to fetch');
  return fetch(request);
}
