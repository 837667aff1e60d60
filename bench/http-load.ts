import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

/** The answer to one call. */
export interface Answer {
  status: number;
  latencyMs: number;
}

/** A request that is sent repeatedly. */
export interface Call {
  url: string;
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Makes calls as fast as `connections` connections can, for `duration` seconds or `amount` calls.
 * Calls `onAnswer` with the status of each answer. Resolves with the calls per second.
 */
export async function askAtFullSpeed(
  call: Call,
  limits: { connections: number; duration?: number; amount?: number },
  onAnswer: (status: number) => void = () => {},
): Promise<number> {
  let calls = 0;
  const begunAt = performance.now();
  let endedAt = begunAt;
  await new Promise((resolve, reject) => {
    const load = autocannon({ ...call, ...limits }, (error, result) =>
      error ? reject(error as Error) : resolve(result),
    );
    load.on('response', (_client, status) => {
      calls += 1;
      endedAt = performance.now();
      onAnswer(status);
    });
  });
  return calls / ((endedAt - begunAt) / 1000);
}

/** Makes calls at an even rate without waiting for earlier answers. Resolves with the pending calls. */
export async function askAtRate(
  call: Call,
  callsPerSecond: number,
  seconds: number,
  agent: Agent,
): Promise<Promise<Answer>[]> {
  const calls: Promise<Answer>[] = [];
  const begunAt = performance.now();
  for (let at = 0; at < callsPerSecond * seconds; at += 1) {
    const dueMs = (at / callsPerSecond) * 1000 - (performance.now() - begunAt);
    if (dueMs > 0) await wait(dueMs);
    calls.push(ask(call, agent));
  }
  return calls;
}

/** Makes a call and reads the answer to its end. The latency is the time since `begunAt`. */
export function ask(
  asked: Call,
  agent: Agent,
  begunAt: number = performance.now(),
): Promise<Answer> {
  const { url, body, ...options } = asked;
  return new Promise((resolve, reject) => {
    const call = request(url, { ...options, agent }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode!, latencyMs: performance.now() - begunAt });
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      // Retry as browsers do: the machine may be too busy, or a kept connection may close just as it is reused.
      if (error.code === 'ECONNRESET') resolve(ask(asked, agent, begunAt));
      else reject(error);
    });
    call.end(body);
  });
}

/** Throws for an answer other than 200. A refusal is fast, so it must not count. */
export function refuse(status: number): void {
  if (status !== 200) throw new Error(`Unexpected status ${status}.`);
}

/** Returns the call that opens the page of a dashboard. `getToken` requests its token. */
export async function toPage({ url, ...options }: Call): Promise<Call> {
  const issued = await fetch(url, options);
  refuse(issued.status);
  return { url: `${new URL(url).origin}/Tdb/${await issued.text()}` };
}

/** Returns an agent that keeps its connections alive until the end of the block. */
export function createAgent(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}
