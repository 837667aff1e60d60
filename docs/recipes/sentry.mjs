import * as Sentry from '@sentry/node';

const service = new URL(process.env.DASHBOARD_URL).origin;

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  tracesSampleRate: 1,
  integrations: [
    // No span and no breadcrumb: the address of the call contains the key.
    Sentry.nativeNodeFetchIntegration({
      ignoreOutgoingRequests: (url) => new URL(url).origin === service,
    }),
  ],
});
