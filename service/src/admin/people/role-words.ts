import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { Option } from '../choice-field.ts';
import { type GivenRole, type Role, ROLES } from '../../state/rights.ts';

/** The names of the roles, and the rights that each one adds to those before it. */
const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  reader: { name: 'Reader', may: 'sees dashboards and statistics' },
  author: { name: 'Author', may: 'also writes drafts' },
  publisher: { name: 'Publisher', may: 'also publishes, shares and deletes dashboards' },
  administrator: {
    name: 'Administrator',
    may: 'also manages companies, API keys, data connections and people',
  },
};

/** Returns a role and its place, such as “Author in Aurora”. `companies`: those whose names the visitor may see. */
export function toRoleText(
  { role, companyId }: GivenRole,
  companies: readonly CompanyName[],
): string {
  const company = companies.find(({ id }) => id === companyId);
  const place = companyId === null ? 'all companies' : (company?.name ?? 'another company');
  return `${ROLE_WORDS[role].name} in ${place}`;
}

/** Returns the options of a choice of roles. */
export function toRoleOptions(): Option[] {
  return ROLES.map((role) => [role, ROLE_WORDS[role].name]);
}

/** Renders the explanation of all roles. */
export function renderRoleHelp(): Markup {
  return html`<ul class="hint roles">
    ${ROLES.map((role) => html`<li><b>${ROLE_WORDS[role].name}</b> ${ROLE_WORDS[role].may}</li>`)}
  </ul>`;
}
