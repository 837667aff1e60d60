import type { LockedValues } from '../database.ts';
import { toIdentifier, toLiteral } from './quoting.ts';

/** The names that PostgreSQL accepts for a setting, and does not shorten. */
const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Returns statements that make the parameters that the token sets settings of a transaction, such as `dashboard.region`.
 * They end with their transaction. Other names become no setting.
 */
export function toTokenSettings(locked: LockedValues = {}): string {
  return Object.entries(locked)
    .filter(([name]) => NAME.test(name))
    .map(([name, value]) => `SET LOCAL dashboard.${toIdentifier(name)} TO ${toLiteral(value)};`)
    .join(' ');
}
