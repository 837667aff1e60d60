import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import {
  hashPersonPassword,
  isPersonPassword,
  PERSON_PASSWORD_LENGTH,
} from '../../secrets/person-password.ts';
import { toNameKey } from '../../state/people-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminMessage, renderAdminPage } from '../admin-page.ts';
import { readForm } from '../form.ts';
import type { RouteHandlers } from '../routes.ts';
import { beginAdminSession } from '../session-cookie.ts';

type Parts = Pick<ServiceParts, 'audit' | 'people' | 'sessions' | 'devices' | 'assets' | 'url'>;

/** Creates the page of an invitation, on which a person sets a password. */
export function createInvitationPages(parts: Parts) {
  return {
    'GET /invitation/:invitation': async (context) => {
      const name = await parts.people.findInvited(toInvitation(context));
      return name === null ? showEnded(context, parts) : showInvitation(context, parts, name);
    },
    'POST /invitation/:invitation': (context) => accept(context, parts),
  } satisfies Partial<RouteHandlers>;
}

function toInvitation(context: Context): string {
  return context.req.param('invitation')!;
}

async function accept(context: Context, parts: Parts): Promise<Response> {
  const { people, sessions } = parts;
  const invitation = toInvitation(context);
  const name = await people.findInvited(invitation);
  if (name === null) return showEnded(context, parts);
  const form = await readForm(context);
  const password = form.get('password') ?? '';
  const problem = findPasswordProblem(password, form.get('again') ?? '');
  if (problem) {
    context.status(400);
    return showInvitation(context, parts, name, problem);
  }
  const actor = { name, personId: null };
  const note = parts.audit.note({ actor, action: 'accept-invitation', companyId: null });
  const hash = await hashPersonPassword(password);
  const personId = await people.accept(invitation, hash, note);
  if (personId === null) return showEnded(context, parts);
  // A sign-in with the former password may have ended at the same moment.
  await sessions.endAll(personId);
  await beginAdminSession(context, parts, {
    ...{ personId, name, nameKey: toNameKey(name) },
    ...{ password: hash, callers: [] },
  });
  return context.redirect('../dashboards', 303);
}

/** Returns the problem of a new password that was typed twice; empty if there is none. */
export function findPasswordProblem(password: string, again: string): string {
  if (!isPersonPassword(password)) {
    const { min, max } = PERSON_PASSWORD_LENGTH;
    return `The password must have ${min} to ${max} characters.`;
  }
  return password === again ? '' : 'The two passwords are different.';
}

/** Renders a field for a new password. */
export function renderNewPassword(label: string, name: string): Markup {
  return html`<label
    >${label}
    <input
      name="${name}"
      type="password"
      minlength="${PERSON_PASSWORD_LENGTH.min}"
      maxlength="${PERSON_PASSWORD_LENGTH.max}"
      autocomplete="new-password"
      required
    />
  </label>`;
}

function showEnded(context: Context, { assets }: Parts): Response | Promise<Response> {
  context.status(404);
  const text = 'It was used, or it has expired. Ask an administrator for a new one.';
  return renderAdminMessage(context, assets, 'This invitation is not valid', text);
}

function showInvitation(
  context: Context,
  { assets }: Parts,
  name: string,
  problem = '',
): Response | Promise<Response> {
  const body = html`<main class="login">
    <h1>Welcome, ${name}</h1>
    <form method="post">
      <p>Set your password. You sign in with it and the name “${name}”.</p>
      <input type="hidden" name="username" value="${name}" autocomplete="username" />
      ${renderNewPassword('Password', 'password')} ${renderNewPassword('Password again', 'again')}
      <p class="hint">At least ${PERSON_PASSWORD_LENGTH.min} characters.</p>
      <p class="problem" role="alert">${problem}</p>
      <button>Set the password</button>
    </form>
  </main>`;
  return renderAdminPage(context, assets, { title: 'Your invitation', section: null, body });
}
