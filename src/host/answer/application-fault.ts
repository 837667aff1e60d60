import { DashboardHostError } from '../dashboard-host-error.ts';

/**
 * The values that functions of the application have thrown, by the errors that report them. They are not part of the
 * errors, because their texts may hold connection strings.
 */
const causes = new WeakMap<DashboardHostError, unknown>();

/** Sentences for the log only, by the errors that they explain: callers must not read the application's names. */
const details = new WeakMap<DashboardHostError, string>();

/** Returns the error for a function of the application that has thrown. */
export function toApplicationFault(name: string, thrown: unknown): DashboardHostError {
  const error = new DashboardHostError('config', `The host application’s ${name} function failed.`);
  keepCause(error, thrown);
  return error;
}

/** Keeps the value that a function of the application has thrown. */
export function keepCause(error: DashboardHostError, thrown: unknown): void {
  causes.set(error, thrown);
}

/** Keeps a sentence that explains the error to the owner of the server. It is the host's own and has no secret. */
export function keepDetail(error: DashboardHostError, sentence: string): void {
  details.set(error, sentence);
}

/** Returns the sentence for the log; an empty text if there is none. */
export function detailOf(error: DashboardHostError): string {
  return details.get(error) ?? '';
}

/** Returns the value that a function of the application has thrown; `null` for any other error. */
export function causeOf(error: DashboardHostError | null): unknown {
  return (error && causes.get(error)) ?? null;
}
