import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';

const service = new URL(process.env.DASHBOARD_URL).origin;

// In the place of the one among your SDK's instrumentations: no span, for its address holds the key.
export const undici = new UndiciInstrumentation({
  ignoreRequestHook: ({ origin }) => origin === service,
});
