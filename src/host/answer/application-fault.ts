import { DashboardHostError } from '../dashboard-host-error.ts';

/**
 * The values that functions of the application have thrown, by the errors that report them. They are not part of the
 * errors, because their texts may hold connection strings.
 */
const causes = new WeakMap<DashboardHostError, unknown>();

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

/** Returns the value that a function of the application has thrown; `null` for any other error. */
export function causeOf(error: DashboardHostError | null): unknown {
  return (error && causes.get(error)) ?? null;
}
