import { pino } from 'pino';

const SECRETS = /(\/(?:api\/gettoken|api\/logout|tdb)[/?])[^\s"\\]+/gi;

// Over the whole line, wherever an address stands in it.
export const logger = pino({
  hooks: { streamWrite: (line) => line.replaceAll(SECRETS, '$1[redacted]') },
});
