import type { Finding } from './finding.ts';
import { runChecks } from './run-checks.ts';
import { type ServiceAnswer, toServiceAnswers } from './service-answers.ts';
import { SERVICE_CHECKS, SERVICE_NOTICES } from './service-checks.ts';
import { gatherServiceEvidence, readToken, type ServiceAddress } from './service-evidence.ts';

/** The findings about a service, and how it behaves. */
export interface ServiceReport {
  findings: Finding[];
  /** Behavior that needs no change. */
  notes: string[];
  /** Missing if the service gave no token. */
  answers?: ServiceAnswer[];
  /** The reason why the calls ended early. */
  failure?: string;
}

/**
 * Checks a dashboard service by its own calls. The requested tokens have `customInfo` `doctor` in the
 * statistics, if their form can carry it. Throws {@link HttpCallError} if the service cannot be reached.
 */
export async function checkService(service: ServiceAddress): Promise<ServiceReport> {
  const evidence = await gatherServiceEvidence(service);
  const notices = await runChecks('service', SERVICE_NOTICES, evidence);
  const hasToken = readToken(evidence.answers.json) ?? readToken(evidence.answers.query);
  return {
    findings: await runChecks('service', SERVICE_CHECKS, evidence),
    notes: notices.filter(({ ok }) => !ok).map(({ fix }) => fix),
    ...(hasToken && { answers: toServiceAnswers(evidence) }),
    ...(evidence.failure && { failure: evidence.failure.message }),
  };
}
