import { text } from 'node:stream/consumers';
import { ANSWER_HEADERS, askBarely } from './bare-token.ts';
import { serveMeasured } from '../../measured-server.ts';

const [baseUrl = ''] = process.argv.slice(2);

serveMeasured(async (request, response) => {
  const answer = await askBarely(baseUrl, await text(request));
  response.writeHead(200, ANSWER_HEADERS).end(answer);
});
