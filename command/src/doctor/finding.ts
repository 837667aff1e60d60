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

/** A part of an integration. Each has its own checks. */
export type Part = 'service' | 'host' | 'page';

const DOCS = 'docs/doctor.md';

/** Returns the place of a check in the documentation. */
export function toLink(part: Part, name: string): string {
  return `${DOCS}#${toAnchor(part, name)}`;
}

/** Returns the id of a check on its page. */
export function toAnchor(part: Part, name: string): string {
  return `${part}-${name}`;
}
