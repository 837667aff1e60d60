import {
  DashboardError,
  type DashboardErrorCode,
  DashboardErrorEvent,
  type DashboardEventMap,
  DashboardExpiredEvent,
  DashboardExpiringEvent,
  DashboardLoadEvent,
  DashboardLogoutEvent,
  DashboardRefreshedEvent,
  type DashboardSelectEvent,
  type DashboardTexts,
  EmbeddedDashboardElement,
  type GetToken,
  type HeadersSource,
  type LogoutReason,
  type TokenGrant,
} from 'embedded-dashboard';
import { EmbeddedDashboardElement as ElementClass } from 'embedded-dashboard/element';
import { DashboardSelectEvent as SelectEvent } from 'embedded-dashboard/frame';
import german from 'embedded-dashboard/locales/de.js';

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

/** Each attribute with a value, and the property that has it. */
const ATTRIBUTES = {
  'token-url': ['tokenUrl', '/dashboards/token'],
  'logout-url': ['logoutUrl', '/dashboards/logout'],
  'login-url': ['loginUrl', '/login'],
  'base-url': ['baseUrl', 'https://bi.example.com'],
  'dashboard-guid': ['dashboardGuid', GUID],
  parameters: ['parameters', '{"Region":"North"}'],
  'refresh-every': ['refreshEvery', '300'],
  theme: ['theme', 'dark'],
  color: ['color', '#ffcc00'],
  'background-color': ['backgroundColor', 'navy'],
  label: ['label', 'Sales'],
  loading: ['loading', 'lazy'],
  sizing: ['sizing', 'content'],
  credentials: ['credentials', 'include'],
  sandbox: ['sandbox', 'allow-scripts'],
  allow: ['allow', 'fullscreen'],
  referrerpolicy: ['referrerPolicy', 'origin'],
} as const;

/** Returns the value of each property after its attribute was set on an element outside of the page. */
function readAttributes(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([attribute, [property, value]]) => {
      const tag = document.createElement('embedded-dashboard');
      tag.setAttribute(attribute, value);
      return [attribute, tag[property]];
    }),
  );
}

/** Sets each property. The types refuse a value of another type. */
function setProperties(tag: EmbeddedDashboardElement): void {
  const headers: HeadersSource = () => Promise.resolve({ 'X-Application': 'upgrade' });
  const text: string | null = null;
  Object.assign(tag, { loginUrl: text, color: text, label: text });
  tag.tokenUrl = '/dashboards/token';
  tag.logoutUrl = '/dashboards/logout';
  tag.loginUrl = '/login';
  tag.dashboardGuid = GUID;
  tag.parameters = { Region: 'North', Year: 2026, Open: true, City: null };
  tag.refreshEvery = null;
  tag.theme = 'dark';
  tag.color = '#ffcc00';
  tag.backgroundColor = 'navy';
  tag.label = 'Sales';
  tag.loading = 'eager';
  tag.sizing = 'content';
  tag.credentials = 'same-origin';
  tag.headers = headers;
}

const notes: string[] = [];
const isDate = (value: Date): boolean => value instanceof Date;

/** Notes each event, with its class and whether its fields have their types. */
function noteEvents(tag: EmbeddedDashboardElement): void {
  const note = (event: Event, type: unknown, ...fields: unknown[]): void => {
    const isRight = event instanceof (type as typeof Event) && event.bubbles && event.composed;
    notes.push([event.type, isRight, ...fields].join(' '));
  };
  tag.addEventListener('dashboard-load', (event) => {
    note(event, DashboardLoadEvent, isDate(event.expiresAt), JSON.stringify(event.parameters));
  });
  tag.addEventListener('dashboard-expiring', (event) => {
    note(event, DashboardExpiringEvent, event.deadline < event.expiresAt);
  });
  tag.addEventListener('dashboard-refreshed', (event) => {
    note(event, DashboardRefreshedEvent, isDate(event.expiresAt));
  });
  tag.addEventListener('dashboard-expired', (event) => {
    note(event, DashboardExpiredEvent, isDate(event.expiredAt));
  });
  tag.addEventListener('dashboard-logout', (event) => {
    const reason: LogoutReason = event.reason;
    note(event, DashboardLogoutEvent, reason);
  });
  tag.addEventListener('dashboard-error', (event) => {
    const { code, retryable, status, attempt, retryAt, message } = event.error;
    const known: DashboardErrorCode = code;
    const isError = event.error instanceof DashboardError && message.length > 0;
    note(event, DashboardErrorEvent, isError, known, retryable, status, attempt, retryAt);
  });
  tag.addEventListener('dashboard-select', (event: DashboardSelectEvent) => {
    note(event, SelectEvent, JSON.stringify(event.parameters), event.label);
  });
}

/** All texts, in the words of the application. */
const TEXTS: DashboardTexts = {
  ...german,
  label: 'Sales',
  loading: 'One moment.',
  trying: 'Another moment.',
  expired: 'It is over.',
  'logged-out': 'See you soon.',
  forbidden: 'Not for you.',
  'forbidden-selection': 'This choice is not for you.',
  'not-found': 'It has moved.',
  offline: 'No network.',
  unavailable: 'Back soon.',
  broken: 'Call us.',
  retry: german.retry,
  reload: 'Again',
  login: 'Come in',
};

/** Requests tokens without a host. */
const getToken: GetToken = async ({ dashboardGuid, parameters, signal }) => {
  signal.throwIfAborted();
  const response = await fetch('/dashboards/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
    body: JSON.stringify({ dashboardGuid, ...(parameters && { parameters }) }),
    signal,
  });
  if (!response.ok) return response;
  const grant = (await response.json()) as TokenGrant;
  const { token, expiresIn, baseUrl }: TokenGrant = grant;
  return { token, expiresIn, baseUrl };
};

const tag = document.createElement('embedded-dashboard');
setProperties(tag);
noteEvents(tag);

/** The functions that the test calls. */
export const application = {
  tag,
  notes,
  getToken,
  readAttributes,
  addTexts: () =>
    EmbeddedDashboardElement.addTexts('en', { ...TEXTS } satisfies Partial<DashboardTexts>),
  reload: () => tag.reload(),
  logout: () => tag.logout(),
  isSameClass: ElementClass === EmbeddedDashboardElement && tag instanceof ElementClass,
  /** The type of each event, as a listener of the map gets it. */
  eventTypes: [
    'dashboard-load',
    'dashboard-expiring',
    'dashboard-refreshed',
    'dashboard-expired',
    'dashboard-logout',
    'dashboard-error',
    'dashboard-select',
  ] satisfies (keyof DashboardEventMap)[],
  readState: () => ({
    status: tag.status,
    expiresAt: tag.expiresAt,
    error: tag.error,
    parts: Array.from(tag.renderRoot.querySelectorAll('[part]'), (part) => part.part.value),
  }),
};

Object.assign(globalThis, { application });
