import process from 'node:process';

// Preloaded into a process of the service. SIGUSR2 sets its clock forward by two hours, and the next one sets it back.
// libfaketime would do so for the whole process: it also shifts the timers of Node, and Debian may lack it.

const AHEAD_MS = 2 * 60 * 60 * 1000;
const { now } = Date;
let aheadMs = 0;
process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? AHEAD_MS : 0;
});
Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, caller) =>
    Reflect.construct(target, values.length === 0 ? [target.now()] : values, caller),
});
