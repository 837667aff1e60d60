import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuestToken } from '../guest-token.ts';
import type { Journey } from './journey.ts';
import { ROUND_TRIP_MS, type SecureSite, serveSite } from './secure-site.ts';

/** The dashboard service: its pages, and its API for the host application's server. */
export interface Service extends SecureSite {
  /** Answers GetToken after a round trip. It is near, so that all hosts wait just as long. */
  apiUrl: string;
}

const LIFE_SECONDS = 7_200;
const DASHBOARD = '<!doctype html><title>Dashboard</title>';

/** What Superset's page does once it runs: waits for the token in a message, and asks who it is of. */
const SUPERSET_DASHBOARD = `${DASHBOARD}<script>
  addEventListener('message', ({ data, ports: [port] }) => {
    if (data.handshake !== 'port transfer') return;
    port.onmessage = ({ data: { method, args } }) => {
      if (method !== 'guestToken') return;
      fetch('/api/v1/me/roles/', { headers: { 'X-GuestToken': args.guestToken } });
    };
  });
</script>`;

/** Serves `bi.test`, and notes when a frame and its data are asked for. */
export async function serveService(journey: Journey): Promise<Service> {
  const site = await serveSite(
    'bi.test',
    (_request, response, path) => {
      response.setHeader('Content-Type', 'text/html');
      if (path.startsWith('/Tdb/')) {
        journey.note('frame');
        journey.note('data');
        response.end(DASHBOARD);
      } else if (path.startsWith('/embedded/')) {
        journey.note('frame');
        response.end(SUPERSET_DASHBOARD);
      } else {
        journey.note('data');
        response.end('{}');
      }
    },
    () => journey.note('connection'),
  );
  const api = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end(createGuestToken(LIFE_SECONDS)), ROUND_TRIP_MS);
  });
  await new Promise<void>((resolve) => {
    api.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: site.origin,
    disconnect: site.disconnect,
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      api.close();
      api.closeAllConnections();
      await site[Symbol.asyncDispose]();
    },
  };
}
