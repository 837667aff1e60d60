import type { Consumer } from './consumer.ts';
import { send } from './node-server.ts';

/** Parses an HTTP message: the words of its first line, the headers, and the body after an empty line. */
export function parseMessage(
  message: string,
): [start: string[], headers: Record<string, string>, body: string] {
  const [head = '', body = ''] = message.split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return [start.split(' '), headers, body.trim()];
}

/** Sends a request message to a host. `changes` override the message. */
export function sendMessage(
  { url }: Consumer,
  message: string,
  changes: { path?: string; body?: string; headers?: Record<string, string> } = {},
): ReturnType<typeof send> {
  const [[method, path], headers, body] = parseMessage(message);
  return send({
    host: 'localhost',
    port: new URL(url).port,
    method,
    path,
    body,
    ...changes,
    headers: { ...headers, ...changes.headers },
  });
}
