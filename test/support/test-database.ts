import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { inject } from 'vitest';
import { PATIENCE_MS } from './patience.mjs';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for tests that run on PostgreSQL. Undefined for tests on PGlite. */
    postgres: string | undefined;
  }
}

/** The encryption secret of the tests' services. */
export const SECRET = 'a-secret-of-the-tests';

/** The settings that all services of one database share. Only a query that hangs reaches the limit. */
export const SETTINGS = {
  secret: SECRET,
  apiKey: 'demo-key',
  adminPassword: 'password of the tests',
  queryLimitMs: PATIENCE_MS,
};

/** Starts the server before all tests of a project on PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.createDatabase());
  return () => server.stop();
}

/** Returns a new, empty database for a service: on PostgreSQL if the project tests that, else in memory. */
export async function testDatabase(): Promise<string> {
  const server = inject('postgres');
  if (!server) return 'memory:';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  return new URL(name, server).href;
}

/** Returns the options of a service with its own database. */
export async function testService(): Promise<{ database: string } & typeof SETTINGS> {
  return { database: await testDatabase(), ...SETTINGS };
}

/** Runs SQL on a test database directly, without the service. */
export async function runSql(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}
