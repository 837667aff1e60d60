import { SETTINGS } from './test-database.ts';

/** Returns the environment of a process of the service on a database server, with the settings of the tests. */
export const toEnvironment = (database: string) => ({
  DATABASE_URL: database,
  SERVICE_SECRET: SETTINGS.secret,
  SERVICE_API_KEY: SETTINGS.apiKey,
  SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword,
});
