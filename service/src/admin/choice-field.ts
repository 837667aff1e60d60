import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';
import type { CompanyName } from '../state/company-store.ts';

/** An option of a choice. */
export type Option = readonly [value: string, text: string];

/** The option for all companies that the visitor may see. */
export const ALL_COMPANIES: Option = ['', 'All companies'];

/** Returns the options of a choice of companies. */
export function toCompanyOptions(companies: readonly CompanyName[]): Option[] {
  return companies.map(({ id, name }) => [String(id), name]);
}

/** Renders a choice with its label. Without `chosen`, the browser selects the first option. */
export function renderChoice(
  name: string,
  label: string,
  options: readonly Option[],
  chosen?: string,
): Markup {
  return html`<label
    >${label}
    <select name="${name}">
      ${renderOptions(options, chosen)}
    </select>
  </label>`;
}

/** Renders the options of a choice. */
export function renderOptions(options: readonly Option[], chosen?: string): Markup[] {
  return options.map(([value, text]) =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`,
  );
}
