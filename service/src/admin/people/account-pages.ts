import type { Context } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import type { Markup } from '../../page/page-shell.ts';
import { hashPersonPassword, matchesPassword } from '../../secrets/person-password.ts';
import type { Visitor } from '../../state/admin-session-store.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { readForm } from '../form.ts';
import type { RouteHandlers } from '../routes.ts';
import { noteOf } from '../visit-note.ts';
import { requireVisit } from '../visit.ts';
import { findPasswordProblem, renderNewPassword } from './invitation-pages.ts';
import { toRoleText } from './role-words.ts';

type Parts = Pick<ServiceParts, 'audit' | 'people' | 'sessions' | 'companies' | 'assets'>;

/** The result of a change: its success, or its problem. */
interface Outcome {
  done?: string;
  problem?: string;
}

/** Creates the visitor's own page: the name, the roles, the password and the sessions. */
export function createAccountPages(parts: Parts) {
  return {
    'GET /account': (context) => showAccount(context, parts),
    'POST /account/password': (context) => changePassword(context, parts),
    'POST /account/end-sessions': async (context) => {
      const { visitor, session } = requireVisit(context);
      const note = noteOf(context, parts, { action: 'end-sessions', object: visitor.name });
      await parts.sessions.endAll(visitor.personId, session, note);
      return showAccount(context, parts, { done: 'All your other sessions have ended.' });
    },
  } satisfies Partial<RouteHandlers>;
}

async function changePassword(context: Context, parts: Parts): Promise<Response> {
  const { people, sessions } = parts;
  const { visitor, session } = requireVisit(context);
  const form = await readForm(context);
  const password = form.get('password') ?? '';
  const problem = findPasswordProblem(password, form.get('again') ?? '');
  if (problem) return refuse(context, parts, problem);
  const { personId } = visitor;
  // The password of the settings cannot be changed here.
  const person = personId === null ? null : await people.findPassword(personId);
  if (!person) throw new HTTPException(404);
  if (!(await sessions.noteAttempt(`account ${person.id}`))) {
    context.status(429);
    return showAccount(context, parts, { problem: 'Too many attempts. Try again in 15 minutes.' });
  }
  if (!(await matchesPassword(form.get('old') ?? '', person.password))) {
    return refuse(context, parts, 'The old password is wrong.');
  }
  const note = noteOf(context, parts, { action: 'change-password', object: person.name });
  const hash = await hashPersonPassword(password);
  if (!(await people.setPassword(person.id, person.password, hash, note))) {
    return refuse(context, parts, 'The old password is wrong.');
  }
  await sessions.endAll(person.id, session);
  const done = 'Your password has changed. All your other sessions have ended.';
  return showAccount(context, parts, { done });
}

function refuse(context: Context, parts: Parts, problem: string): Promise<Response> {
  context.status(400);
  return showAccount(context, parts, { problem });
}

async function showAccount(
  context: Context,
  { companies, assets }: Parts,
  outcome: Outcome = {},
): Promise<Response> {
  const { visitor } = requireVisit(context);
  const names = await companies.names(visitor.rights.companiesOf('reader'));
  const body = renderAccount(visitor, { companies: names, root: toAdminRoot(context), ...outcome });
  return renderAdminPage(context, assets, { title: 'Your account', section: 'account', body });
}

function renderAccount(
  visitor: Visitor,
  { companies, root, done, problem }: Outcome & { companies: CompanyName[]; root: string },
): Markup {
  const { name, rights } = visitor;
  const roles = rights.given.map((each) => html`<li>${toRoleText(each, companies)}</li>`);
  return html`<main>
    <h1>Your account</h1>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    ${done ? html`<p class="notice" role="status">${done}</p>` : ''}
    <section aria-labelledby="name">
      <h2 id="name">${name}</h2>
      ${
        roles.length
          ? html`<ul class="plain-list">
              ${roles}
            </ul>`
          : html`<p>You have no role yet.</p>`
      }
    </section>
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      ${renderPassword(visitor, root)}
    </section>
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>A session ends after twelve hours, or when you sign out.</p>
      <form method="post" action="${root}account/end-sessions">
        <button class="plain">End all my other sessions</button>
      </form>
    </section>
  </main>`;
}

function renderPassword({ personId, name, checkedAt }: Visitor, root: string): Markup {
  if (personId === null) return OF_SETTINGS;
  return checkedAt === null ? renderPasswordForm(name, root) : OF_PROVIDER;
}

const OF_PROVIDER = html`<p>
  You sign in with single sign-on. Your organization has your password.
</p>`;

const OF_SETTINGS = html`<p>
  Your password is that of the setting <code>SERVICE_ADMIN_PASSWORD</code>. Change it there, and
  start the service again. That ends all sessions.
</p>`;

function renderPasswordForm(name: string, root: string): Markup {
  return html`<form method="post" action="${root}account/password" class="line">
    <input type="hidden" name="username" value="${name}" autocomplete="username" />
    <label
      >Old password
      <input name="old" type="password" autocomplete="current-password" required />
    </label>
    ${renderNewPassword('New password', 'password')}
    ${renderNewPassword('New password again', 'again')}
    <button>Change the password</button>
  </form>`;
}
