import { createRequestListener } from '@remix-run/node-fetch-server';
import { ANSWER_HEADERS, askBarely } from './bare-token.ts';
import { serveMeasured } from '../../measured-server.ts';

const [baseUrl = ''] = process.argv.slice(2);

/** As bare, but with the web's objects in between, by the library that the host has them from. */
serveMeasured(
  createRequestListener(async (request) => {
    const answer = await askBarely(baseUrl, await request.text());
    return new Response(answer, { headers: ANSWER_HEADERS });
  }),
);
