import { toPostgresInterval } from '../../values/interval-text.ts';
import type { ToSelecting } from '../bound-values.ts';

/** All other texts are PostgreSQL's own, so that both `v = :Value::type` and `v::text = :Value` select them. */
export const toSelecting: ToSelecting = (text, { form }) =>
  form === 'interval' ? toPostgresInterval(text) : text;
