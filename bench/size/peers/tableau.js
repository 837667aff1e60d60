import { TableauViz } from '@tableau/embedding-api';

const viz = new TableauViz();
viz.src = 'https://bi.example.com/views/sales/overview';
viz.token = await (await fetch('/dashboards/token')).text();
document.querySelector('#dashboard').append(viz);
