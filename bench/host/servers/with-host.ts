import { serveHost } from './serve-host.ts';

await serveHost();
