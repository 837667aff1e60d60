import { createServer } from 'node:http';
import { toNodeListener } from 'embedded-dashboard/host';
import { dashboards } from './dashboards.mjs';

const serveDashboards = toNodeListener(dashboards);

createServer((req, res) => {
  void serveDashboards(req, res, () => {
    res.end('Your own pages.');
  });
}).listen(3000, 'localhost');
