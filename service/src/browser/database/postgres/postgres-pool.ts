import { DatabaseError } from '../../../database/database.ts';

/** Refuses: browsers have no connections to database servers. No setting of the live demo leads here. */
export class PostgresPool {
  read(): Promise<never> {
    return Promise.reject(
      new DatabaseError('unavailable', 'A browser cannot connect to a database server.'),
    );
  }
}
