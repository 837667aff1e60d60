import { text } from 'node:stream/consumers';
import { serveMeasured } from './measured-server.ts';

const [baseUrl = ''] = process.argv.slice(2);
let logins = 0;

/** The least code that makes the same call and gives the same answer, without any care. */
serveMeasured(async (request, response) => {
  const { dashboardGuid } = JSON.parse(await text(request)) as { dashboardGuid: string };
  logins += 1;
  const answer = await fetch(
    `${baseUrl}/Api/GetToken/key-of-the-bench/session-${logins}/${dashboardGuid}`,
    {
      method: 'POST',
      headers: { Accept: 'application/json, text/plain', 'Content-Type': 'application/json' },
      body: JSON.stringify({ user: 'somebody' }),
    },
  );
  const token = await answer.text();
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ token, expiresIn: 7200, baseUrl }));
});
