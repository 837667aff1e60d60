import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

/** How one call was answered. */
export interface Answer {
  status: number;
  latencyMs: number;
}

/** What is asked for, again and again. */
export interface Call {
  url: string;
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Makes a call as fast as so many connections can, for `duration` seconds or `amount` calls.
 * `onAnswer` hears of each answer's status. Resolves with the calls per second.
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

/** Makes a call at an even rate, whether or not earlier ones are answered; the calls on their way. */
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

/** Makes a call; the answer is read to the end. Its latency counts from `begunAt`. */
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
      // Where a machine is too busy for a connection, or it ends as it is used again: as browsers do.
      if (error.code === 'ECONNRESET') resolve(ask(asked, agent, begunAt));
      else reject(error);
    });
    call.end(body);
  });
}

/** Connections that are kept, and closed at the end of a block. */
export function createAgent(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}
