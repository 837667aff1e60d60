import fastify from 'fastify';
import { toNodeListener } from 'embedded-dashboard/host';
import { dashboards } from './dashboards.mjs';

const app = fastify();
app.addHook('onRequest', toNodeListener(dashboards));
app.get('/', () => 'Your own pages.');
await app.listen({ port: 3000, host: 'localhost' });
