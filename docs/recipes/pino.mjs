import { pino } from 'pino';

const SECRETS = /(\/(?:api\/gettoken|api\/logout|tdb)[/?])[^\s"\\]+/gi;

// Applies to the whole line: an address may be anywhere in it.
export const logger = pino({
  hooks: { streamWrite: (line) => line.replaceAll(SECRETS, '$1[redacted]') },
});
