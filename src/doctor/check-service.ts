import type { Finding } from './finding.ts';
import { runChecks } from './run-checks.ts';
import { type ServiceAnswer, toServiceAnswers } from './service-answers.ts';
import { SERVICE_CHECKS } from './service-checks.ts';
import { gatherServiceEvidence, type ServiceAddress } from './service-evidence.ts';

/** The findings about a service, and how it behaves. */
export interface ServiceReport {
  findings: Finding[];
  answers: ServiceAnswer[];
}

/**
 * Checks a dashboard service by its own calls. The tokens that it requests have `customInfo` `doctor` in the statistics,
 * if their form can carry it. Throws {@link HttpCallError} if the service cannot be reached.
 */
export async function checkService(service: ServiceAddress): Promise<ServiceReport> {
  const evidence = await gatherServiceEvidence(service);
  return {
    findings: await runChecks('service', SERVICE_CHECKS, evidence),
    answers: toServiceAnswers(evidence),
  };
}
