import type { Finding } from './finding.ts';
import { PAGE_CHECKS } from './page-checks.ts';
import {
  gatherPageEvidence,
  hasOtherScripts,
  isSetByScript,
  type PageAddress,
  type PageEvidence,
} from './page-evidence.ts';
import { runChecks } from './run-checks.ts';
import { CALL_CHECKS, makeTagCalls } from './tag-calls.ts';

/** The findings about a page, and what could not be checked. */
export interface PageReport {
  findings: Finding[];
  notes: string[];
}

/**
 * Checks a page by its HTML and headers, and by the calls of its first tag. Throws {@link HttpCallError} if the page
 * cannot be reached.
 */
export async function checkPage(page: PageAddress): Promise<PageReport> {
  const evidence = await gatherPageEvidence(page);
  const { findings, notes } = await checkHtml(evidence);
  const ofCalls = await runChecks('page', CALL_CHECKS, await makeTagCalls(evidence));
  return { findings: [...findings, ...ofCalls], notes };
}

/** Checks a page without further calls. */
export async function checkHtml(evidence: PageEvidence): Promise<PageReport> {
  const { tags, answer, file } = evidence;
  const notes = [
    answer.status === 200 &&
      tags.length === 0 &&
      'The HTML has no <embedded-dashboard>: a script may add it. Only headers and scripts were checked; --host checks the token address.',
    tags.length > 0 &&
      !file &&
      hasOtherScripts(evidence) &&
      'No script has “embedded-dashboard” in its address: a bundle may contain the element. Its file was not checked.',
    tags.some(isSetByScript) && 'A script sets the attributes of a tag: they were not checked.',
  ];
  return {
    findings: await runChecks('page', PAGE_CHECKS, evidence),
    notes: notes.filter((note) => note !== false),
  };
}
