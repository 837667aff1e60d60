import { ADMINISTRATOR } from './admin-session-store.ts';
import type { Actor } from './audit-note.ts';
import { toNameKey } from './people-store.ts';

/** The actors of the audit that are not people with an account. */
export const SERVICE_ACTORS = {
  administrator: { name: ADMINISTRATOR, personId: null },
  /** Gives roles and takes them away, by the rules of the settings. */
  provider: { name: 'identity provider', personId: null },
  /** Somebody who did not sign in. */
  unknown: { name: 'unknown', personId: null },
  import: { name: 'import command', personId: null },
  deploy: { name: 'deploy command', personId: null },
} as const satisfies Record<string, Actor>;

const NAMES: ReadonlySet<string> = new Set(Object.values(SERVICE_ACTORS).map(({ name }) => name));

/** Returns whether a name is that of an actor which is not a person: its entries would look like those of the person. */
export function isActorName(name: string): boolean {
  return NAMES.has(toNameKey(name));
}
