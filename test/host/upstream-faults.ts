import { SECRETS } from './secret-scan.ts';
import {
  answerWith,
  type UpstreamCall,
  type UpstreamScript,
} from '../support/scripted-upstream.ts';

const { token } = SECRETS;
const HTML = { 'Content-Type': 'text/html' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The text that an error page of the service, or of a proxy in front of it, may show of a call, and more. */
function echo({ method, url, headers, body }: UpstreamCall): string {
  return `${method} ${url} ${JSON.stringify(headers)} ${body} ${JSON.stringify(SECRETS)}`;
}

function echoWith(status: number, headers: Record<string, string> = HTML): UpstreamScript {
  return (response, call) => {
    const echoed = encodeURI(echo(call));
    response.writeHead(status, echoed, {
      ...headers,
      'X-Echo': echoed,
      'Set-Cookie': `key=${echoed}`,
    });
    response.end(`<p>${echo(call)}</p>`);
  };
}

function redirectTo(elsewhere: string, status: number): UpstreamScript {
  return (response, { url }) => response.writeHead(status, { Location: elsewhere + url }).end(url);
}

/** The faulty answers of the service, by description. `elsewhere` is the address of another server. */
export function answeredFaults(elsewhere: string): Record<string, UpstreamScript> {
  return {
    ...Object.fromEntries(
      [400, 401, 403, 404, 429, 500, 502, 503, 504].map((status) => [
        `${status} with the call in its page, its headers and its status text`,
        echoWith(status),
      ]),
    ),
    ...Object.fromEntries(
      [301, 302, 303, 307, 308].map((status) => [
        `${status} to another host`,
        redirectTo(elsewhere, status),
      ]),
    ),
    '200 with the text of an error': (response, call) => response.end(`Error: ${echo(call)}`),
    '200 with HTML': answerWith(`<p>${token}</p>`, { headers: HTML }),
    '200 with HTML that calls itself text': answerWith(`<!doctype html>${token}`),
    '200 with nothing': answerWith(''),
    '200 with 1 MB': answerWith(token.repeat(50_000)),
    '200 with NUL': answerWith(`${token}\0`),
    '200 with broken JSON': (response, { url }) => response.end(`{"${url}`),
    '200 with JSON that breaks at the key': (response) =>
      response.writeHead(200, JSON_TYPE).end(`${SECRETS.apiKey} is not a key`),
    '200 with JSON of another shape': answerWith(JSON.stringify({ error: SECRETS }), {
      headers: JSON_TYPE,
    }),
    '200 and retry-after with the key': echoWith(200, { 'Retry-After': SECRETS.apiKey }),
    '503 and retry-after with the key': echoWith(503, { 'Retry-After': SECRETS.apiKey }),
    ...Object.fromEntries(
      ['/', '/..', '?', '#', '%2e', '\r\nX: y', ' ', '\\'].map((tail) => [
        `a token with ${JSON.stringify(tail)}`,
        answerWith(token + tail + token),
      ]),
    ),
    'a closed connection': (response) => response.destroy(),
    'a reset connection': (response) => response.socket!.resetAndDestroy(),
    'a truncated body': (response, call) => {
      response.writeHead(200, { 'Content-Length': '9999' });
      response.write(echo(call), () => response.destroy());
    },
    'an answer that is not HTTP': (response, { url }) => response.socket!.end(`${url}\r\n\r\n`),
    'a malformed status': (response, { url }) =>
      response.socket!.end(`HTTP/1.1 ${url}\r\n\r\n${url}`),
    'a malformed header': (response, { url }) =>
      response.socket!.end(`HTTP/1.1 200 OK\r\n${url}\0: ${url}\0\r\n\r\n`),
    'a malformed chunk': (response, { url }) =>
      response.socket!.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${url}\r\n`),
    'no answer': () => {},
    'a body that never ends': (response, call) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.write(echo(call));
    },
  };
}

/** The base addresses of services that fail before any answer, by description. */
export function unreachableAddresses(port: number): Record<string, string> {
  return {
    'a refused connection': 'http://127.0.0.1:1',
    'a port that fetch blocks': 'http://127.0.0.1:6000',
    // The label is too long for DNS, so no resolver gets a query.
    'a name that does not exist': `http://${'a'.repeat(64)}.example`,
    'a server without TLS': `https://127.0.0.1:${port}`,
  };
}
