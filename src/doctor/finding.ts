/** The result of one check. */
export interface Finding {
  /** A stable name, such as `host/method-get`. */
  check: string;
  /** Whether there is nothing to change. */
  ok: boolean;
  /** The line to change, if the check fails. It holds no secret. */
  fix: string;
  /** The check in the documentation. */
  link: string;
}

const DOCS = 'docs/doctor.md';

/** Returns the place of a check in the documentation. */
export function toLink(check: string): string {
  return `${DOCS}#${check.replace('/', '-')}`;
}
