import type { Agent } from 'node:http';
import type { ChildServer } from '../child-server.ts';
import { type Answer, askAtRate, type Call, refuse } from '../http-load.ts';

/** The latencies of calls, in milliseconds. */
export interface Latencies {
  getToken: number[];
  page: number[];
}

const TOKENS_PER_SECOND = 30;
const PAGES_PER_SECOND = 6;

/** Calls GetToken and Tdb at even rates for a second, again and again while `isUnderWay` returns true. */
export async function callWhile(
  isUnderWay: () => boolean,
  { getToken, page }: Record<'getToken' | 'page', Call>,
  agent: Agent,
): Promise<Latencies> {
  const latencies: Latencies = { getToken: [], page: [] };
  while (isUnderWay()) {
    const [tokens, pages] = await Promise.all([
      askAtRate(getToken, TOKENS_PER_SECOND, 1, agent),
      askAtRate(page, PAGES_PER_SECOND, 1, agent),
    ]);
    latencies.getToken.push(...(await toLatencies(tokens)));
    latencies.page.push(...(await toLatencies(pages)));
  }
  return latencies;
}

async function toLatencies(calls: Promise<Answer>[]): Promise<number[]> {
  const answers = await Promise.all(calls);
  for (const { status } of answers) refuse(status);
  return answers.map(({ latencyMs }) => latencyMs);
}

/** Has the service clean up, and resolves when it has. */
export async function cleanUp({ url }: ChildServer): Promise<void> {
  refuse((await fetch(`${url}/clean-up`)).status);
}
