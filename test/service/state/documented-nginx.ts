import { readFile } from 'node:fs/promises';
import { startNginxOnPort } from '../../support/nginx.ts';

/** Starts nginx as documented, in front of the processes that listen on these ports of 127.0.0.1. Its files are in `folder`. */
export async function startDocumentedNginx(
  folder: string,
  ports: readonly number[],
): Promise<AsyncDisposable & { port: number }> {
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  const documented = await readFile('docs/examples/several-processes.conf', 'utf8');
  const configuration = documented.replace(/server 10\.[^}]*?(?=keepalive)/, servers);
  return startNginxOnPort(folder, (port) =>
    configuration.replace('listen 80;', `listen 127.0.0.1:${port};`),
  );
}
