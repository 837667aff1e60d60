import { cpSync, readFileSync, writeFileSync } from 'node:fs';

// The page, with its real addresses and the hash of the file that the CDN has.
const { CDN_URL, DASHBOARD_URL } = process.env;
const hashes = readFileSync('node_modules/embedded-dashboard/dist/integrity.json', 'utf8');
const page = readFileSync('public/index.html', 'utf8')
  .replaceAll('https://cdn.example.com', CDN_URL)
  .replaceAll('https://bi.example.com', DASHBOARD_URL)
  .replace('sha384-…', JSON.parse(hashes)['embedded-dashboard.min.js']);
cpSync('public', 'dist', { recursive: true });
writeFileSync('dist/index.html', page);
