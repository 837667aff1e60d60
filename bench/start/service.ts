import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuestToken } from '../guest-token.ts';
import type { Journey } from './journey.ts';
import { ROUND_TRIP_MS, type SecureSite, serveSite } from './secure-site.ts';

/** The dashboard service: its pages, and its API for the host application's server. */
export interface Service extends SecureSite {
  /** The address of GetToken, which answers after a round trip. It has no further delay, so all hosts wait equally. */
  apiUrl: string;
}

const LIFE_SECONDS = 7_200;
const DASHBOARD = '<!doctype html><title>Dashboard</title>';

/** Superset's page in short: it waits for the token in a message, and requests the roles of the token's user. */
const SUPERSET_DASHBOARD = `${DASHBOARD}<script>
  addEventListener('message', ({ data, ports: [port] }) => {
    if (data.handshake !== 'port transfer') return;
    port.onmessage = ({ data: { method, args } }) => {
      if (method !== 'guestToken') return;
      fetch('/api/v1/me/roles/', { headers: { 'X-GuestToken': args.guestToken } });
    };
  });
</script>`;

/** Serves `bi.test`, and notes the requests for a frame and its data. */
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
    { onConnection: () => journey.note('connection') },
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
