import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { ListPage, ListQuestion } from '../../state/list-page.ts';
import type { Person } from '../../state/people-store.ts';
import type { GivenRole, Rights } from '../../state/rights.ts';
import { renderTime } from '../back-office-formats.ts';
import { ALL_COMPANIES, renderChoice, toCompanyOptions } from '../choice-field.ts';
import { isPaged, renderPager, renderSearch } from '../list-form.ts';
import { renderTable } from '../table-markup.ts';
import { renderRoleHelp, toRoleOptions, toRoleText } from './role-words.ts';

/** The longest name of a person. */
export const MAX_NAME = 100;

/** The visitor of a page of people. */
export interface PeoplePlace {
  rights: Rights;
  /** The companies that the visitor administers. */
  companies: readonly CompanyName[];
  /** Whether the settings have an identity provider. */
  hasProvider: boolean;
  /** Whether the settings have rules for the roles of people who sign in at the identity provider. */
  hasRoleRules: boolean;
  /** The relative address of `/admin/`. */
  root: string;
  /** The current time in milliseconds. */
  now: number;
}

/** Renders a page of the people, with the form that invites one. */
export function renderPeople(
  found: ListPage<Person>,
  { search }: ListQuestion,
  content: PeoplePlace & { problem: string },
): Markup {
  const { companies, root, problem, now } = content;
  const isPart = isPaged(found, { search });
  const rows = found.items.map(
    (person) =>
      html`<tr>
        <td><a href="${root}people/${person.id}">${person.name}</a></td>
        <td>${person.roles.map((each) => toRoleText(each, companies)).join(', ') || 'no role'}</td>
        <td>${renderState(person, now)}</td>
      </tr>`,
  );
  return html`<main>
    <h1>People</h1>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    ${isPart ? renderSearch(`${root}people`, search) : ''}
    ${
      found.total || isPart
        ? renderTable({ label: 'People', columns: ['Name', 'Roles', 'Password'] }, rows)
        : html`<p>
            Nobody is invited yet. You are the administrator with the password of the settings.
          </p>`
    }
    ${isPart ? renderPager(found, `${root}people`, { search }) : ''}
    ${content.rights.has('administrator', null) && content.hasProvider ? toRemoved(root) : ''}
    ${renderInviteForm(content)}
  </main>`;
}

function renderInviteForm(place: PeoplePlace): Markup {
  return html`<section aria-labelledby="invite">
    <h2 id="invite">Invite a person</h2>
    <form method="post" action="${place.root}people" class="line">
      <label>Name <input name="name" required maxlength="${MAX_NAME}" autocomplete="off" /></label>
      ${renderRoleFields(place)}
      <button>Invite</button>
    </form>
    ${renderRoleHelp()}
  </section>`;
}

function toRemoved(root: string): Markup {
  return html`<p><a href="${root}people/removed">Removed people</a></p>`;
}

function renderState(person: Person, now: number): Markup | string {
  const { hasPassword, invitedUntil, isOfProvider } = person;
  if (isOfProvider) return 'single sign-on';
  if (!invitedUntil) return hasPassword ? 'set' : 'none';
  if (invitedUntil.getTime() <= now) return hasPassword ? 'set' : 'The invitation has expired';
  return html`invited until ${renderTime(invitedUntil)}`;
}

/** Renders the choice of a role and of its company. */
function renderRoleFields({ rights, companies }: PeoplePlace): Markup {
  const all = rights.has('administrator', null) ? [ALL_COMPANIES] : [];
  return html`${renderChoice('role', 'Role', toRoleOptions(), 'reader')}
  ${renderChoice('company', 'Company', [...toCompanyOptions(companies), ...all])}`;
}

/** Renders the link of an invitation, once. */
export function renderInvitation(name: string, link: string, root: string): Markup {
  return html`<main>
    <h1>Invitation of ${name}</h1>
    <section aria-labelledby="link">
      <h2 id="link">Link</h2>
      <div class="secret" data-copy>
        <input value="${link}" readonly aria-label="Link" spellcheck="false" />
        <button type="button" data-act="copy-field">Copy</button>
        <span role="status"></span>
      </div>
      <p class="hint">
        Send the link to ${name} only. The first person who opens it sets the password. It is valid
        once, for 24 hours. This page does not show it again.
      </p>
    </section>
    <p><a href="${root}people">All people</a></p>
  </main>`;
}

/** Renders a person. `isManaged`: whether the visitor administers all companies in which the person has a role. */
export function renderPerson(
  person: Person,
  content: PeoplePlace & { isManaged: boolean },
): Markup {
  const { root, now, isManaged } = content;
  const base = `${root}people/${person.id}`;
  const isByRules = person.isOfProvider && content.hasRoleRules;
  const roles = person.roles.map((each) => renderRole(each, base, content, isByRules));
  return html`<main>
    <h1>${person.name}</h1>
    <section aria-labelledby="roles">
      <h2 id="roles">Roles</h2>
      ${
        roles.length
          ? html`<ul class="plain-list">
              ${roles}
            </ul>`
          : html`<p>No role yet. ${person.name} sees a page that says so.</p>`
      }
      ${isByRules ? BY_RULES : renderRoleForm(base, content)} ${renderRoleHelp()}
    </section>
    <section aria-labelledby="password">
      <h2 id="password">Password and sessions</h2>
      <p>Password: ${renderState(person, now)}.</p>
      ${isManaged ? renderActions(person, base) : OTHERS}
    </section>
  </main>`;
}

const OTHERS = html`<p class="hint">
  This person has roles in other companies, too. An administrator of all of them can invite the
  person again, end the sessions, or remove the person.
</p>`;

const BY_RULES = html`<p class="hint">
  The person signs in with single sign-on. The rules in <code>SERVICE_OIDC_ROLES</code> give the
  roles.
</p>`;

function renderRoleForm(base: string, content: PeoplePlace): Markup {
  return html`<form method="post" action="${base}/role" class="line">
      ${renderRoleFields(content)}
      <button>Give this role</button>
    </form>
    <p class="hint">A person has one role in each company, or one in all.</p>`;
}

function renderRole(
  given: GivenRole,
  base: string,
  { rights, companies }: PeoplePlace,
  isByRules: boolean,
): Markup {
  const { companyId } = given;
  const text = toRoleText(given, companies);
  if (isByRules || !rights.has('administrator', companyId)) return html`<li>${text}</li>`;
  return html`<li>
    ${text}
    <form method="post" action="${base}/role">
      <input type="hidden" name="company" value="${companyId ?? ''}" />
      <button class="plain small" name="role" value="" aria-label="Take away: ${text}">
        Take away
      </button>
    </form>
  </li>`;
}

function renderActions({ name, isOfProvider }: Person, base: string): Markup {
  const invitation = html`<form method="post" action="${base}/invitation">
    <button class="plain">New invitation</button>
  </form>`;
  return html`<div class="line">
    ${isOfProvider ? '' : invitation}
    <form method="post" action="${base}/end-sessions">
      <button class="plain">End all sessions</button>
    </form>
    <form
      method="post"
      action="${base}/remove"
      data-confirm="${name} is signed out at once and cannot sign in any more. Remove ${name}?"
    >
      <button class="plain">Remove</button>
    </form>
  </div>`;
}
