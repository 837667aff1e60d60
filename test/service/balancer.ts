import { request } from 'node:http';
import { type NodeServer, serve } from '../support/node-server.ts';

/**
 * A round-robin load balancer. A failed request is answered with 502, and its server gets no more requests.
 */
export function balance(addresses: readonly string[]): Promise<NodeServer> {
  const live = new Set(addresses);
  let turn = 0;
  return serve((incoming, outgoing) => {
    turn += 1;
    const { method, headers, url } = incoming;
    const address = [...live][turn % live.size];
    if (!address) {
      outgoing.writeHead(502).end();
      return;
    }
    // A kept connection may end just when it is used again: its server has not failed.
    const upstream = request(new URL(url!, address), {
      method,
      agent: false,
      headers: { ...headers, connection: 'close' },
    });
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    upstream.on('error', () => {
      live.delete(address);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(upstream);
  });
}
