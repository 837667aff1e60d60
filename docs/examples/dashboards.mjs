import { createDashboardHost, oneOf, sessionIdFrom } from 'embedded-dashboard/host';

export const dashboards = createDashboardHost({
  baseUrl: process.env.DASHBOARD_URL,
  apiKey: process.env.DASHBOARD_API_KEY,
  async resolve(request, { parameters }) {
    const user = await userOf(request);
    if (!user) return null; // nobody is signed in
    return {
      sessionId: sessionIdFrom(user.name, user.login), // one login of one user
      dashboards: user.dashboards, // these, and no others
      sqlParameters: { Region: oneOf(parameters?.Region, user.regions, user.regions[0]) },
      user: user.name,
    };
  },
});

/** Replace this with a check of your own session. Here, a cookie that anybody can write means Ann. */
async function userOf(request) {
  if (!/\blogin=demo\b/.test(request.headers.get('Cookie') ?? '')) return null;
  const guids = ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'];
  return { name: 'ann', login: 'demo', dashboards: guids, regions: ['North', 'South'] };
}
