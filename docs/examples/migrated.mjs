import express from 'express';
import { toNodeListener } from 'embedded-dashboard/host';
import { dashboards } from './dashboards.mjs';

const app = express();
app.use(toNodeListener(dashboards)); // after your session, before body parsers
app.use(express.static('node_modules/embedded-dashboard/dist')); // the element's script
app.use(express.static('migrated')); // the page
app.listen(3000, 'localhost');
