import { request } from 'node:http';
import { type NodeServer, serve } from '../support/node-server.ts';

/** A load balancer that asks one server after the other, and no more the one whose request failed; that is answered 502. */
export function balance(addresses: readonly string[]): Promise<NodeServer> {
  const live = new Set(addresses);
  let turn = 0;
  return serve((incoming, outgoing) => {
    turn += 1;
    const { method, headers, url } = incoming;
    const address = [...live][turn % live.size]!;
    const upstream = request(new URL(url!, address), {
      method,
      headers,
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
