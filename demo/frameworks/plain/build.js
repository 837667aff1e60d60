import { cpSync } from 'node:fs';

// Copies the page, and the element as one file next to it.
cpSync('public', 'dist', { recursive: true });
const file = 'embedded-dashboard.min.js';
cpSync(`node_modules/embedded-dashboard/dist/${file}`, `dist/${file}`);
