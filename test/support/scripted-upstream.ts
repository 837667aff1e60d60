import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** One call as it arrived. */
export interface UpstreamCall {
  method: string;
  /** Path and query as they stood in the request line. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the caller hung up before the answer was complete. */
  cancelled: boolean;
}

/** Answers a call; one that does nothing lets the caller wait. */
export type UpstreamScript = (response: ServerResponse, call: UpstreamCall) => void;

/** A dashboard service that does as it is told, over real HTTP on loopback. */
export interface ScriptedUpstream {
  baseUrl: string;
  calls: UpstreamCall[];
  /** Decides on all answers from now on. */
  script: (script: UpstreamScript) => void;
  /** Resolves once so many calls have arrived, and a moment more. Needs no timer: clocks may be fake. */
  untilCalled: (count: number) => Promise<void>;
  /** How many connections are open. */
  countConnections: () => Promise<number>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

/** Answers with a bare token till `script` is called. */
export async function startUpstream(): Promise<ScriptedUpstream> {
  const calls: UpstreamCall[] = [];
  let current: UpstreamScript = answerWith('token-0123456789');
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    // By way of `text` a byte order mark would be lost.
    const body = (await buffer(request)).toString();
    const call = { method, url, headers, body, cancelled: false };
    response.on('close', () => {
      call.cancelled = !response.writableFinished;
    });
    calls.push(call);
    current(response, call);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    script(script) {
      current = script;
    },
    async untilCalled(count) {
      while (calls.length < count) await turns(1);
      await turns(50);
    },
    countConnections: () => promisify(server.getConnections.bind(server))(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** One and the same answer to every call. */
export function answerWith(
  body: string | Uint8Array,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): UpstreamScript {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'text/plain', ...headers });
    response.end(body);
  };
}

/** Lets the network in so many times. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
