import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { CompanyName } from '../../state/company-store.ts';
import { ALL_COMPANIES, renderOptions, toCompanyOptions } from '../choice-field.ts';
import {
  type FilterFields,
  type FilterName,
  type StatisticsFilter,
  toDay,
  toFirstDay,
} from './statistics-filter.ts';

/** The filter and the page that it belongs to. */
export interface FilterContent {
  /** The last segment of the page's address. */
  view: string;
  filter: StatisticsFilter;
  companies: CompanyName[];
  /** The current time in milliseconds. The presets end on this day. */
  now: number;
}

/** The preset periods in days, which one click selects. */
const PRESETS = [7, 30, 90, 365];

/** Renders the filter as a form, with links to the preset periods. */
export function renderStatisticsFilter(content: FilterContent): Markup {
  const { view, filter, companies, now } = content;
  const { company } = filter.fields;
  const options = [ALL_COMPANIES, ...toCompanyOptions(companies)];
  return html`<form method="get" action="${view}" class="line filter">
      <label
        >Company ${renderProblem(filter, 'company')}
        <select name="company" ${toInvalid(filter, 'company')}>
          ${renderOptions(options, company)}
        </select>
      </label>
      ${renderDay(filter, 'from', 'From')} ${renderDay(filter, 'to', 'To')}
      <button>Show</button>
    </form>
    ${renderPresets(filter, view, toDay(now))}`;
}

/** Returns the filter as the query of an address. */
export function toQuery(fields: FilterFields): string {
  return `?${new URLSearchParams(fields)}`;
}

function renderDay(filter: StatisticsFilter, name: FilterName, label: string): Markup {
  return html`<label
    >${label} ${renderProblem(filter, name)}
    <input
      name="${name}"
      type="date"
      value="${filter.fields[name]}"
      required
      ${toInvalid(filter, name)}
    />
  </label>`;
}

function renderProblem({ problems }: StatisticsFilter, name: FilterName): Markup | string {
  const problem = problems[name];
  return problem ? html`<span class="problem" id="${name}-problem">${problem}</span>` : '';
}

function toInvalid({ problems }: StatisticsFilter, name: FilterName): Markup | string {
  return problems[name] ? html`aria-invalid="true" aria-describedby="${name}-problem"` : '';
}

function renderPresets(
  { fields, problems }: StatisticsFilter,
  view: string,
  today: string,
): Markup {
  const company = problems.company ? '' : fields.company;
  const links = PRESETS.map((days) => {
    const from = toFirstDay(today, days);
    const isCurrent = fields.from === from && fields.to === today;
    return html`<a
      href="${view}${toQuery({ company, from, to: today })}"
      ${isCurrent ? html`aria-current="true"` : ''}
      >${days} days</a
    >`;
  });
  return html`<p class="presets">The last ${links}</p>`;
}
