import { request } from 'node:http';
import { type NodeServer, serve } from './node-server.ts';

/** A load balancer that asks one server after the other; one that cannot be reached is answered 502. */
export function balance(addresses: readonly string[]): Promise<NodeServer> {
  let turn = 0;
  return serve((incoming, outgoing) => {
    turn += 1;
    const { method, headers, url } = incoming;
    const upstream = request(new URL(url!, addresses[turn % addresses.length]), {
      method,
      headers,
    });
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(upstream);
  });
}
