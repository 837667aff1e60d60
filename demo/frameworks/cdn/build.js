import { cpSync, readFileSync, writeFileSync } from 'node:fs';

// Copies the page, with the real addresses and the hash of the CDN's file.
const { CDN_URL, DASHBOARD_URL } = process.env;
const hashes = new URL(import.meta.resolve('embedded-dashboard/dist/integrity.json'));
const page = readFileSync('public/index.html', 'utf8')
  .replaceAll('https://cdn.example.com', CDN_URL)
  .replaceAll('https://bi.example.com', DASHBOARD_URL)
  .replace('sha384-…', JSON.parse(readFileSync(hashes, 'utf8'))['embedded-dashboard.min.js']);
cpSync('public', 'dist', { recursive: true });
writeFileSync('dist/index.html', page);
