import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
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
    about: 'An access is counted each time a dashboard is opened with a token.',
    empty: 'No dashboard was opened in this period.',
  },
} as const;

const CHARTED_GROUPS = 10;

/** Renders connections or dashboard access: a total, and counts by day, user, organization and dashboard. */
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
  const { view, filter, companies, keptDays } = content;
  const { unit, empty } = VIEWS[view];
  if (statistics.total === 0) {
    return html`<section class="empty" aria-labelledby="empty">
      <h2 id="empty">${empty}</h2>
      <p>Choose other days${filter.fields.company ? ', or all companies' : ''}.</p>
    </section>`;
  }
  const withCompany = !filter.fields.company && companies.length > 1;
  const rank = (id: string, heading: string, ranking: Ranking): Markup =>
    renderRanking({ id, heading, ranking, unit, withCompany });
  return html`<section aria-labelledby="days">
      <div class="total">
        <h2 id="days">By day</h2>
        <p><strong>${formatCount(statistics.total)}</strong> ${unit.toLowerCase()}</p>
        <a class="button plain" href="${view}.csv${query}">Download as CSV</a>
      </div>
      ${drawDays(statistics.days, unit)}
      <details>
        <summary>All days as a table</summary>
        ${renderDays(statistics.days, unit)}
      </details>
    </section>
    ${rank('user', 'User', statistics.users)}
    ${rank('organization', 'Organization', statistics.organizations)}
    ${rank('dashboard', 'Dashboard', statistics.dashboards)}
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
  id: string;
  heading: string;
  ranking: Ranking;
  unit: string;
  /** Whether the ranking has groups of several companies. */
  withCompany: boolean;
}

function renderRanking({ id, heading, ranking, unit, withCompany }: RankingContent): Markup {
  const title = `By ${heading.toLowerCase()}`;
  const charted = ranking.groups.slice(0, CHARTED_GROUPS).map((group) => ({
    label: withCompany ? `${toLabel(group)} (${group.companyName})` : toLabel(group),
    count: group.count,
  }));
  const rows = ranking.groups.map(
    (group) =>
      html`<tr>
        <td>${group.name ? html`<bdi>${group.name}</bdi>` : html`<em>${toLabel(group)}</em>`}</td>
        ${withCompany ? html`<td><bdi>${group.companyName}</bdi></td>` : ''}
        <td class="number">${formatCount(group.count)}</td>
      </tr>`,
  );
  const count = { name: unit, isNumber: true };
  const columns = [heading, ...(withCompany ? ['Company'] : []), count];
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <div class="ranking">
      ${drawGroups(id, charted, unit)} ${renderTable({ label: `${unit} by ${id}`, columns }, rows)}
    </div>
    ${renderCut(ranking)}
  </section>`;
}

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
