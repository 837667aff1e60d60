import express from 'express';
import { toNodeListener } from 'embedded-dashboard/host';
import { dashboards } from './dashboards.mjs';

const app = express();
app.use(toNodeListener(dashboards)); // after your session, before body parsers
app.get('/', (req, res) => {
  res.send('Your own pages.');
});
app.listen(3000, 'localhost');
