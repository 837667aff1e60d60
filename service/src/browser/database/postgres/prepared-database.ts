import type { Blob } from 'node:buffer';
import type * as node from '../../../database/postgres/prepared-database.ts';
import { loaded } from '../resources.ts';

/** Returns the database of the build, which has all content. */
export const findPreparedDatabase: typeof node.findPreparedDatabase = async () =>
  (await loaded).database as unknown as Blob;
