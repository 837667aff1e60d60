import { readFile } from 'node:fs/promises';
import { type Haproxy, startHaproxy } from '../support/haproxy.ts';

/** The documented configuration, for two processes. */
export const HAPROXY_FILE = 'docs/examples/several-processes.haproxy.cfg';

/** Starts HAProxy as documented, in front of the processes that listen on these ports of 127.0.0.1. */
export async function startDocumentedHaproxy(ports: readonly number[]): Promise<Haproxy> {
  const documented = await readFile(HAPROXY_FILE, 'utf8');
  const servers = ports.map((port) => `  server p${port} 127.0.0.1:${port}\n`).join('');
  const configuration = documented.replaceAll(/(?: {2}server \w+ 10\.\S+\n)+/g, servers);
  return startHaproxy((port) => configuration.replace('bind :80', `bind 127.0.0.1:${port}`));
}
