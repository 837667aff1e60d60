import type { Context } from 'hono';
import { describeConnectFailure } from '../../database/connect-failure.ts';
import { DatabaseError, type DataSource } from '../../database/database.ts';
import { toCaller } from '../dashboards/try-call.ts';

/** Runs a SELECT on a data connection. Returns a sentence about its failure; `null` if there is none. */
export async function tryConnection(
  context: Context,
  source: DataSource,
  companyId: number,
): Promise<string | null> {
  try {
    await source.read('SELECT 1', [], toCaller(context, companyId));
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return describeConnectFailure(error) ?? 'The database answers, but it runs no SELECT.';
  }
}
