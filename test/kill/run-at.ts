import pg from 'pg';

/** Runs SQL on the database at an address, without the service. */
export async function runAt(
  address: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  // The server may be killed meanwhile.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, values);
    return rows;
  } finally {
    await client.end();
  }
}
