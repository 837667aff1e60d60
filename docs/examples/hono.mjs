import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { dashboards } from './dashboards.mjs';

const app = new Hono();
app.all('/dashboards/*', (context) => dashboards.fetch(context.req.raw, context));
app.get('/', (context) => context.text('Your own pages.'));
serve({ fetch: app.fetch, port: 3000, hostname: 'localhost' });
