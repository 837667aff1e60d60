/** Returns a time in milliseconds as a value of a statement. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns an instant of a row; `null` for NULL. */
export function toDate(instant: unknown): Date | null {
  return typeof instant === 'string' ? new Date(instant) : null;
}
