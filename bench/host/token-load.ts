import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

/** How one call was answered. */
export interface Answer {
  status: number;
  latencyMs: number;
}

/** The call that the element makes. */
const METHOD = 'POST';
const PATH = '/dashboards/token';
const HEADERS = {
  'Content-Type': 'application/json',
  'X-Embedded-Dashboard': '1',
  'Sec-Fetch-Site': 'same-origin',
};
const BODY = JSON.stringify({ dashboardGuid: '6f1c5a0e-0d5e-4c1b-9a3b-1f2e3d4c5b6a' });

/**
 * Asks for tokens as fast as so many connections can, for `duration` seconds or `amount` calls.
 * `onAnswer` hears of each answer's status. Resolves with the calls per second.
 */
export async function askAtFullSpeed(
  url: string,
  limits: { connections: number; duration?: number; amount?: number },
  onAnswer: (status: number) => void = () => {},
): Promise<number> {
  let calls = 0;
  const begunAt = performance.now();
  let endedAt = begunAt;
  await new Promise((resolve, reject) => {
    const load = autocannon(
      { url: url + PATH, method: METHOD, headers: HEADERS, body: BODY, ...limits },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    );
    load.on('response', (_client, status) => {
      calls += 1;
      endedAt = performance.now();
      onAnswer(status);
    });
  });
  return calls / ((endedAt - begunAt) / 1000);
}

/** Asks for tokens at an even rate, whether or not earlier calls are answered; the calls on their way. */
export async function askAtRate(
  url: string,
  callsPerSecond: number,
  seconds: number,
  agent: Agent,
): Promise<Promise<Answer>[]> {
  const calls: Promise<Answer>[] = [];
  const begunAt = performance.now();
  for (let at = 0; at < callsPerSecond * seconds; at += 1) {
    const dueMs = (at / callsPerSecond) * 1000 - (performance.now() - begunAt);
    if (dueMs > 0) await wait(dueMs);
    calls.push(askForToken(url, agent));
  }
  return calls;
}

/** One call; its body is read to the end. */
export function askForToken(url: string, agent: Agent): Promise<Answer> {
  const begunAt = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url + PATH, { method: METHOD, headers: HEADERS, agent }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode!, latencyMs: performance.now() - begunAt });
      });
    });
    call.on('error', reject);
    call.end(BODY);
  });
}

/** Connections that are kept, and closed at the end of a block. */
export function createAgent(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}
