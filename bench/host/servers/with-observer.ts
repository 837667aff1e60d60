import { serveHost } from './serve-host.ts';

const calls: Record<string, number> = {};
let totalMs = 0;

await serveHost({
  observe({ type, code, durationMs }) {
    const name = `${type} ${code}`;
    calls[name] = (calls[name] ?? 0) + 1;
    totalMs += durationMs;
    if (totalMs < 0) throw new Error('A call ended before it began.');
  },
});
