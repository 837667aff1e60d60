import { cpSync } from 'node:fs';

// The page, and beside it the element in one file.
cpSync('public', 'dist', { recursive: true });
const file = 'embedded-dashboard.min.js';
cpSync(`node_modules/embedded-dashboard/dist/${file}`, `dist/${file}`);
