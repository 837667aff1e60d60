import { cpSync } from 'node:fs';

// Copies the page, and the element as one file next to it.
cpSync('public', 'dist', { recursive: true });
const file = 'embedded-dashboard.min.js';
cpSync(new URL(import.meta.resolve(`embedded-dashboard/dist/${file}`)), `dist/${file}`);
