import type { ServerResponse } from 'node:http';
import { serveMeasured } from '../../measured-server.ts';

/** The behavior of the service. `/as/{mode}` changes it, and answers with the number of calls since the last change. */
type Mode = 'well' | 'hanging' | 'failing' | 'mixed';

const TOKEN = 'token-0123456789-0123456789-0123456789';

let mode: Mode = 'well';
let calls = 0;

serveMeasured((request, response) => {
  const { url = '' } = request;
  if (url.startsWith('/as/')) {
    mode = url.slice(4) as Mode;
    response.end(String(calls));
    calls = 0;
    return;
  }
  calls += 1;
  request.resume().on('end', () => ANSWERS[mode](response));
});

const ANSWERS: Record<Mode, (response: ServerResponse) => void> = {
  well: (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(TOKEN),
  hanging: () => {},
  failing: (response) => response.writeHead(500).end('<p>Something went wrong.</p>'),
  /** Five of a hundred calls go wrong: an error, a broken connection, a 404, an oversized answer, and an HTML page. */
  mixed(response) {
    switch (calls % 100) {
      case 0:
        return ANSWERS.failing(response);
      case 20:
        return void response.destroy();
      case 40:
        return void response.writeHead(404).end('unknown');
      case 60:
        return void response.end('x'.repeat(50_000));
      case 80:
        return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome');
      default:
        return ANSWERS.well(response);
    }
  },
};
