import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { serve } from './node-server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A server that only reads files. */
export interface FileServer extends AsyncDisposable {
  /** The address of the folder, with a slash at the end. */
  url: string;
  /** The bytes of all bodies so far. */
  readonly sentBytes: number;
}

/** Serves a folder below a path, such as `/docs/demo/`, without any special header. */
export async function serveFiles(folder: string, path = '/'): Promise<FileServer> {
  let sentBytes = 0;
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const name = normalize(pathname.slice(path.length) || 'index.html');
    const isBelow = pathname.startsWith(path) && !name.startsWith('..');
    void (isBelow ? readFile(join(folder, name)) : Promise.reject(new Error())).then(
      (content) => {
        sentBytes += content.length;
        const type = TYPES[extname(name)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type }).end(content);
      },
      () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found'),
    );
  });
  return {
    url: `http://localhost:${server.port}${path}`,
    get sentBytes() {
      return sentBytes;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
