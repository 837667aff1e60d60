import { createDashboardHost, type DashboardHost, sessionIdFrom } from 'embedded-dashboard/host';
import { env } from '$env/dynamic/private';
import type { RequestEvent, RequestHandler } from './$types';

let dashboards: DashboardHost<RequestEvent> | undefined;

/** Creates the host on the first request: the build also imports this file, and has no API key. */
export const fallback: RequestHandler = (event) => {
  dashboards ??= createDashboardHost({
    baseUrl: env.DASHBOARD_URL!,
    apiKey: env.DASHBOARD_API_KEY,
    resolve(_request, { context }) {
      const { user } = context.locals;
      if (!user) return null; // nobody is signed in
      return {
        sessionId: sessionIdFrom(user.name, user.login), // one login of one user
        dashboards: user.dashboards, // these, and no others
        user: user.name,
      };
    },
  });
  return dashboards.fetch(event.request, event);
};
