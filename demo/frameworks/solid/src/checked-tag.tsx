import type { EmbeddedDashboardElement } from 'embedded-dashboard';

let dashboard!: EmbeddedDashboardElement;

/** Never runs. The types accept this tag, and refuse those below. */
export const accepted = (
  <embedded-dashboard
    ref={dashboard}
    class="wide"
    token-url="/dashboards/token"
    attr:label="Sales"
    dashboardGuid={null}
    theme="dark"
    prop:parameters={{ Region: 'North', Year: 2026, Open: true, City: null }}
    refresh-every="300"
    prop:headers={() => ({ 'X-App': 'solid' })}
    on:dashboard-load={(event) => event.expiresAt.getTime()}
    on:dashboard-logout={({ currentTarget }) => currentTarget.reload()}
  >
    <p slot="failed">Please call us.</p>
  </embedded-dashboard>
);

export const refused = [
  // @ts-expect-error A theme is a string.
  <embedded-dashboard theme={5} />,
  // @ts-expect-error An address is a string.
  <embedded-dashboard token-url={5} />,
  // @ts-expect-error Headers are not a number.
  <embedded-dashboard prop:headers={5} />,
  // @ts-expect-error A label is a string.
  <embedded-dashboard attr:label={5} />,
  // @ts-expect-error A parameter is not a list.
  <embedded-dashboard prop:parameters={{ Region: ['North'] }} />,
  // @ts-expect-error No such property.
  <embedded-dashboard dashbordGuid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1" />,
  // @ts-expect-error The event has no such field.
  <embedded-dashboard on:dashboard-logout={(event) => event.raeson} />,
  // @ts-expect-error The status is read-only.
  <embedded-dashboard status="ready" />,
];
