import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { inject } from 'vitest';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for the tests that run on PostgreSQL, where it is installed. */
    postgres: string | undefined;
  }
}

/** What the services of the tests encrypt with. */
export const SECRET = 'a secret of the tests';

/** What all services of one database share. */
export const SECRETS = {
  secret: SECRET,
  apiKey: 'demo-key',
  adminPassword: 'password of the tests',
};

/** Before all tests of a project on PostgreSQL: a server for them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.createDatabase());
  return () => server.stop();
}

/** A new, empty database for a service: PGlite's memory, or one of PostgreSQL where that is under test. */
export async function testDatabase(): Promise<string> {
  const server = inject('postgres');
  if (!server) return 'memory:';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  return new URL(name, server).href;
}

/** What a service needs for a database of its own. */
export async function testService(): Promise<{ database: string } & typeof SECRETS> {
  return { database: await testDatabase(), ...SECRETS };
}

/** Runs SQL on a database of the tests, past the service. */
export async function runSql(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}
