import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns true if this machine has the address. Many containers lack ::1, and macOS lacks 127.0.0.3. */
export async function canListenOn(host: string): Promise<boolean> {
  const server = createServer().listen(0, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
