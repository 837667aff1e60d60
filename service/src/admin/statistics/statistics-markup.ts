import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { CountedKind } from '../../state/daily-counts.ts';
import type { CountedGroup, Ranking, Statistics } from '../../state/statistics-store.ts';
import { backOfficeFormatter } from '../back-office-formats.ts';
import { renderTable } from '../table-markup.ts';
import { drawDays, drawGroups } from './statistics-charts.ts';
import { type FilterContent, renderStatisticsFilter, toQuery } from './statistics-filter-markup.ts';

/** The name of a statistics page in its address. */
export type StatisticsView = 'connections' | 'access';

/** The content of a statistics page. */
export interface StatisticsContent extends FilterContent {
  view: StatisticsView;
  /** The counts; `null` if the filter is invalid. */
  statistics: Statistics | null;
  /** The number of days, before today, whose statistics are kept. */
  keptDays: number;
}

const VIEWS = {
  connections: {
    tab: 'Connections',
    unit: 'Tokens',
    about: 'A connection is counted for each token that GetToken issues.',
    empty: 'No connections in this period.',
  },
  access: {
    tab: 'Dashboard access',
    unit: 'Openings',
    about: 'The first load of a token is an opening. Each later one is a further load.',
    empty: 'No dashboard was opened in this period.',
  },
} as const;

const CHARTED_GROUPS = 10;

/** Renders connections or dashboard access: a total, counts by day, and the largest groups. */
export function renderStatistics(content: StatisticsContent): Markup {
  const { view, filter, statistics } = content;
  const query = filter.period ? toQuery(filter.fields) : '';
  const tabs = (Object.keys(VIEWS) as StatisticsView[]).map(
    (name) =>
      html`<a href="${name}${query}" ${name === view ? html`aria-current="page"` : ''}
        >${VIEWS[name].tab}</a
      >`,
  );
  return html`<main class="statistics">
    <h1>Statistics</h1>
    <nav class="tabs" aria-label="Statistics">${tabs}</nav>
    <p class="hint">${VIEWS[view].about} Days begin at midnight in UTC.</p>
    ${renderStatisticsFilter(content)} ${statistics ? renderCounts(content, statistics, query) : ''}
  </main>`;
}

function renderCounts(content: StatisticsContent, statistics: Statistics, query: string): Markup {
  const { view, filter, keptDays } = content;
  const { unit, empty } = VIEWS[view];
  if (statistics.total + statistics.furtherLoads === 0) {
    return html`<section class="empty" aria-labelledby="empty">
      <h2 id="empty">${empty}</h2>
      <p>Choose other days${filter.fields.company ? ', or all companies' : ''}.</p>
    </section>`;
  }
  const further = statistics.furtherLoads
    ? `, further loads: ${formatCount(statistics.furtherLoads)}`
    : '';
  const toCompany = (id: number): string =>
    `${view}${toQuery({ ...filter.fields, company: String(id) })}`;
  const rankings = Object.entries(statistics.rankings).map(([kind, ranking]) =>
    renderRanking({ kind: kind as CountedKind, ranking, unit, toCompany }),
  );
  return html`<section aria-labelledby="days">
      <div class="total">
        <h2 id="days">By day</h2>
        <p><strong>${formatCount(statistics.total)}</strong> ${unit.toLowerCase()}${further}</p>
        <a class="button plain" href="${view}.csv${query}">Download as CSV</a>
      </div>
      ${drawDays(statistics.days, unit)}
      <details>
        <summary>All days as a table</summary>
        ${renderDays(statistics.days, unit)}
      </details>
    </section>
    ${rankings}
    <p class="hint">Statistics are kept for ${formatCount(keptDays)} days.</p>`;
}

function renderDays(days: Statistics['days'], unit: string): Markup {
  const rows = days.toReversed().map(
    ({ day, count }) =>
      html`<tr>
        <td>
          <time datetime="${day}">${backOfficeFormatter.format(day, { format: 'date' })}</time>
        </td>
        <td class="number">${formatCount(count)}</td>
      </tr>`,
  );
  return renderTable(
    { label: `${unit} by day`, columns: ['Day', { name: unit, isNumber: true }] },
    rows,
  );
}

interface RankingContent {
  kind: CountedKind;
  ranking: Ranking;
  unit: string;
  /** Returns the address of a company's statistics. */
  toCompany: (id: number) => string;
}

function renderRanking({ kind, ranking, unit, toCompany }: RankingContent): Markup {
  const charted = ranking.groups
    .slice(0, CHARTED_GROUPS)
    .map((group) => ({ label: toLabel(group), count: group.count }));
  const rows = ranking.groups.map((group) => {
    const name = group.name ? html`<bdi>${group.name}</bdi>` : html`<em>${toLabel(group)}</em>`;
    const cell =
      kind === 'company' ? html`<a href="${toCompany(group.companyId)}">${name}</a>` : name;
    return html`<tr>
      <td>${cell}</td>
      <td class="number">${formatCount(group.count)}</td>
    </tr>`;
  });
  const columns = [HEADINGS[kind], { name: unit, isNumber: true }];
  return html`<section aria-labelledby="${kind}">
    <h2 id="${kind}">By ${kind}</h2>
    <div class="ranking">
      ${drawGroups(kind, charted, unit)}
      ${renderTable({ label: `${unit} by ${kind}`, columns }, rows)}
    </div>
    ${renderCut(ranking)}
  </section>`;
}

const HEADINGS: Record<CountedKind, string> = {
  company: 'Company',
  user: 'User',
  organization: 'Organization',
  dashboard: 'Dashboard',
};

function renderCut({ groups, groupCount }: Ranking): Markup | string {
  if (groupCount <= CHARTED_GROUPS) return '';
  const cut =
    groupCount > groups.length
      ? ` The table shows the first ${groups.length} of ${formatCount(groupCount)}; the CSV has all.`
      : '';
  return html`<p class="hint">The chart shows the ${CHARTED_GROUPS} largest.${cut}</p>`;
}

function toLabel({ name }: CountedGroup): string {
  return name || 'Not given';
}

function formatCount(count: number): string {
  return backOfficeFormatter.format(count, { format: 'integer' });
}
