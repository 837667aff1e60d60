import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from './node-server.ts';

/** The token with which a service answers until its test sets a script. */
export const TOKEN = 'token-0123456789';

/** A call as the service received it. */
export interface UpstreamCall {
  method: string;
  /** The path and query, exactly as in the request line. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** True if the caller closed the connection before the answer was complete. */
  cancelled: boolean;
}

/** Answers a call. A script that does nothing keeps the caller waiting. */
export type UpstreamScript = (response: ServerResponse, call: UpstreamCall) => void;

/** A dashboard service whose answers a test scripts, over real HTTP on loopback. */
export interface ScriptedUpstream extends AsyncDisposable {
  baseUrl: string;
  calls: UpstreamCall[];
  /** Sets the script for all later calls. */
  script: (script: UpstreamScript) => void;
  /** Resolves a moment after `count` calls have arrived. Uses no timers, because clocks may be fake. */
  untilCalled: (count: number) => Promise<void>;
}

/** Starts a service that answers with a plain token until `script` is called. */
export async function startUpstream(): Promise<ScriptedUpstream> {
  const calls: UpstreamCall[] = [];
  let current: UpstreamScript = answerWith(TOKEN);
  const server = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    // `text` would remove a byte order mark.
    const body = (await buffer(request)).toString();
    const call = { method, url, headers, body, cancelled: false };
    response.on('close', () => {
      call.cancelled = !response.writableFinished;
    });
    calls.push(call);
    current(response, call);
  });
  return {
    ...server,
    baseUrl: `http://127.0.0.1:${server.port}`,
    calls,
    script(script) {
      current = script;
    },
    async untilCalled(count) {
      while (calls.length < count) await turns(1);
      await turns(50);
    },
  };
}

/** Returns a script that gives the same answer to every call. */
export function answerWith(
  body: string | Uint8Array,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): UpstreamScript {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'text/plain', ...headers });
    response.end(body);
  };
}

/** Waits for `count` turns of the event loop, in which network events arrive. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
