import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import { GUID } from '../support/dashboard-calls.ts';

/** A host in its own process. SIGTERM closes it, as it does other servers. `argv` has the service's address. */
const host = createDashboardHost({
  baseUrl: process.argv[2]!,
  apiKey: 'key-1',
  resolve: () => ({ sessionId: 'session-1', dashboards: [GUID] }),
});
const listener = toNodeListener(host);
const server = createServer((req, res) => void listener(req, res));

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
server.on('close', () => console.log(process.getActiveResourcesInfo().join()));
process.on('SIGTERM', () => {
  server.close();
  console.log('closing');
});
