import type { Context } from 'hono';
import { type FoundChoices, MAX_SEARCH } from '../dashboard/choice-list.ts';
import { parseFilterQuery, RefusedChoice } from '../dashboard/filter-query.ts';
import { toListReader } from '../dashboard/run-filtered.ts';
import { MAX_FILTER_VALUE } from '../dashboard/filter-value.ts';
import { searchChoices, type WantedChoice } from '../dashboard/run-filters.ts';
import { nameChoices } from '../page/choice-labels.ts';
import type { FoundPage } from '../page/found-choices.ts';
import { ValueFormatter } from '../values/value-formatter.ts';
import { toPageLocale } from '../words/page-locale.ts';
import { ApiError } from './api-error.ts';
import {
  assertOpen,
  type DashboardParts,
  type OpenedPage,
  prepareRun,
} from './dashboard-results.ts';
import { toErrorAnswer } from './error-answer.ts';

/** The characters that PostgreSQL's text cannot hold, and that no list shows. */
const REFUSED = /[\p{Cc}\p{Surrogate}]/u;

/** The header of the answer to too many searches, in seconds. */
const RETRY_LATER = { 'Retry-After': '1' };

/**
 * Sends the choices of a filter's list whose labels have a text: `?choices=Region&search=nor`. With
 * `?choices=Region&value=North`, sends the choice of a mark that has the text. The filters on which the list depends are in
 * the query, as in that of the page. All refusals but those of the token are JSON.
 */
export async function sendChoices(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
): Promise<Response> {
  const wanted = findWanted(context);
  const longest = wanted.isValue ? MAX_FILTER_VALUE : MAX_SEARCH;
  if (wanted.text.length > longest || REFUSED.test(wanted.text)) {
    return refuse('bad-request', `The text of a search has at most ${longest} characters.`);
  }
  if (!parts.searches.take(opened.owner)) {
    const message = 'There are too many searches: try again.';
    return new ApiError('too-many-requests', message).toResponse(RETRY_LATER);
  }
  const begunAt = performance.now();
  const found = await search(context, parts, opened, wanted).catch((error: Error) =>
    error instanceof RefusedChoice ? refuse('bad-request', error.message) : toErrorAnswer(error),
  );
  await assertOpen(parts, opened, begunAt);
  if (found instanceof Response) return found;
  if (!found) return refuse('not-found', 'There is no such list.');
  const { currency, locale } = opened.dashboard.definition;
  const { formats, words } = toPageLocale(locale ?? parts.locale);
  const choices = nameChoices(found, new ValueFormatter(formats, currency, words), words);
  return context.json({ choices, isCut: found.isCut } satisfies FoundPage);
}

function findWanted({ req }: Context): WantedChoice {
  const value = req.query('value');
  if (value !== undefined) return { text: value, isValue: true };
  return { text: (req.query('search') ?? '').trim(), isValue: false };
}

async function search(
  { req }: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  wanted: WantedChoice,
): Promise<FoundChoices | null> {
  const { filters = [] } = opened.dashboard.definition;
  const locked = opened.sqlParameters;
  const query = parseFilterQuery(new URL(req.url).searchParams, filters, locked);
  const signal = AbortSignal.any([req.raw.signal, opened.ended]);
  const { findSource, options } = await prepareRun(
    parts,
    opened,
    { datasets: {}, filters },
    signal,
  );
  const lists = toListReader(findSource, options);
  return searchChoices({ filters, locked, query, lists }, req.query('choices') ?? '', wanted);
}

function refuse(...error: ConstructorParameters<typeof ApiError>): Response {
  return new ApiError(...error).toResponse();
}
