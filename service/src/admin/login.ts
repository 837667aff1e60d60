import type { Context } from 'hono';
import { deleteCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';
import { matchesPassword } from '../secrets/person-password.ts';
import { ADMINISTRATOR, ATTEMPT_WINDOW_SECONDS } from '../state/admin-session-store.ts';
import type { Actor } from '../state/audit-note.ts';
import { type SignInPerson, toNameKey } from '../state/people-store.ts';
import { SERVICE_ACTORS } from '../state/service-actors.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { SignInEvent } from '../telemetry/events.ts';
import { renderAdminPage } from './admin-page.ts';
import { readForm } from './form.ts';
import { INNER_PAGE } from './inner-page.ts';
import { sendOn } from './oidc/send-on.ts';
import { toSignOnProblem } from './oidc/sign-on-problem.ts';
import type { SingleSignOn } from './oidc/single-sign-on.ts';
import type { RouteHandlers } from './routes.ts';
import {
  beginAdminSession,
  findAdminSession,
  SESSION_COOKIE,
  toCallers,
  toLoggedAddress,
} from './session-cookie.ts';

type Parts = Pick<
  ServiceParts,
  'audit' | 'people' | 'sessions' | 'devices' | 'assets' | 'url' | 'findCaller' | 'report'
> & { password: Pick<ServiceParts['password'], 'matches'> };

/** Creates the pages for login and logout. `signOn`: the sign-in at an identity provider, if the settings have one. */
export function createLoginPages(
  parts: Parts,
  signOn: Pick<SingleSignOn, 'isOffered' | 'end'> | null = null,
) {
  const isOffered = signOn?.isOffered ?? false;
  return {
    'GET /login': async (context) => {
      const problem = toSignOnProblem(context.req.query('sign-on'));
      const hasNames = await parts.people.hasAny();
      return showLogin(context, parts, { hasNames, isOffered, problem });
    },
    'POST /login': (context) => signIn(context, parts, isOffered),
    'POST /logout': (context) => signOut(context, parts, signOn),
  } satisfies Partial<RouteHandlers>;
}

/** The state of the sign-in form. */
interface LoginContent {
  /** Whether there is a field for the name: there are more people than the administrator of the settings. */
  hasNames: boolean;
  /** Whether there is a way to an identity provider. */
  isOffered: boolean;
  name?: string;
  problem?: string;
}

function showLogin(
  context: Context,
  { assets }: Pick<Parts, 'assets'>,
  content: LoginContent,
): Response | Promise<Response> {
  const { next } = context.req.query();
  const query =
    next !== undefined && INNER_PAGE.test(next) ? `?next=${encodeURIComponent(next)}` : '';
  const body = renderLogin(content, `single-sign-on${query}`);
  return renderAdminPage(context, assets, { title: 'Sign in', section: null, body });
}

async function signIn(context: Context, parts: Parts, isOffered: boolean): Promise<Response> {
  const form = await readForm(context);
  const name = form.get('name') ?? '';
  const hasNames = await parts.people.hasAny();
  const nameKey = toNameKey(name) === ADMINISTRATOR ? '' : toNameKey(name);
  // Without people, nobody can sign in in between to begin a new count of the address.
  const callers = toCallers(context, parts, { nameKey, byName: hasNames || nameKey !== '' });
  const refuse = (outcome: SignInEvent['outcome'], problem: string) => {
    parts.report({ kind: 'sign-in', outcome, address: toLoggedAddress(callers) });
    return showLogin(context, parts, { hasNames, isOffered, name, problem });
  };
  if (!(await noteAttempts(callers, parts))) {
    context.status(429);
    context.header('Retry-After', String(ATTEMPT_WINDOW_SECONDS));
    return refuse('locked', 'Too many attempts. Try again in 15 minutes.');
  }
  const person = await findPerson(nameKey, parts);
  const isRight = await isPassword(nameKey, form.get('password') ?? '', person, parts);
  const signedIn = { ...toActor(person), nameKey, password: person?.password ?? null, callers };
  if (!isRight || !(await beginAdminSession(context, parts, signedIn))) {
    await noteRefusal(nameKey, person, callers, parts);
    context.status(401);
    return refuse('refused', hasNames ? 'Wrong name or password.' : 'Wrong password.');
  }
  parts.report({ kind: 'sign-in', outcome: 'accepted', address: toLoggedAddress(callers) });
  const next = context.req.query('next') ?? '';
  return context.redirect(INNER_PAGE.test(next) ? next : 'dashboards', 303);
}

/** Counts an attempt of each caller. Returns `false` if there were too many of one. */
async function noteAttempts(callers: readonly string[], { sessions }: Parts): Promise<boolean> {
  for (const caller of callers) if (!(await sessions.noteAttempt(caller))) return false;
  return true;
}

/** Returns the person of a name. `null`: the administrator of the settings, or nobody. */
function findPerson(nameKey: string, { people }: Parts): Promise<SignInPerson | null> | null {
  return nameKey === '' ? null : people.findByName(nameKey);
}

/** Takes as long for a name that nobody has. */
function isPassword(
  nameKey: string,
  given: string,
  person: SignInPerson | null,
  { password }: Parts,
): Promise<boolean> {
  if (nameKey === '') return password.matches(given);
  return matchesPassword(given, person?.password ?? null);
}

function toActor(person: SignInPerson | null): Actor {
  return person ? { name: person.name, personId: person.id } : SERVICE_ACTORS.administrator;
}

/** The text in the field of a name that nobody has may be a password, so it is not noted. */
async function noteRefusal(
  nameKey: string,
  person: SignInPerson | null,
  callers: readonly string[],
  { audit }: Parts,
): Promise<void> {
  const isKnown = nameKey === '' || person !== null;
  const actor = isKnown ? toActor(person) : SERVICE_ACTORS.unknown;
  const after = { address: toLoggedAddress(callers) };
  await audit.add({ actor, action: 'sign-in-refused', companyId: null, after });
}

/** Ends the session. If the person signed in at the identity provider, the browser ends the session there, too. */
async function signOut(
  context: Context,
  { sessions, assets }: Parts,
  signOn: Pick<SingleSignOn, 'end'> | null,
): Promise<Response> {
  const session = findAdminSession(context);
  const sealed = session ? await sessions.end(session) : null;
  deleteCookie(context, SESSION_COOKIE, { path: '/' });
  const address = sealed && signOn ? await signOn.end(sealed) : null;
  return address
    ? sendOn(context, assets, { title: 'You are signed out', address })
    : context.redirect('login', 303);
}

function renderLogin(
  { hasNames, isOffered, name = '', problem = '' }: LoginContent,
  signOnPage: string,
): Markup {
  return html`<main class="login">
    <h1>Back office</h1>
    ${isOffered ? html`<p><a class="button" href="${signOnPage}">Single sign-on</a></p>` : ''}
    <form method="post">
      ${hasNames ? renderName(name) : ''}
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${hasNames ? '' : 'autofocus'}
        aria-describedby="problem"
      />
      <p class="problem" id="problem" role="alert">${problem}</p>
      <button>Sign in</button>
    </form>
  </main>`;
}

function renderName(name: string): Markup {
  return html`<label for="name">Name</label>
    <input
      id="name"
      name="name"
      value="${name}"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      autofocus
    />`;
}
