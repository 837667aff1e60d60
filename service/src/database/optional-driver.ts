import { DatabaseError } from './database.ts';

/** An optional package that reads the data of an engine. */
export interface OptionalDriver<Driver> {
  /** The names of the engine, as in a sentence. */
  engine: string;
  /** The package to install, with its version. */
  package: string;
  load: () => Promise<Driver>;
}

/** Loads a driver. Throws {@link DatabaseError} with the command that installs it. */
export async function loadDriver<Driver>(driver: OptionalDriver<Driver>): Promise<Driver> {
  try {
    return await driver.load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const hint = `The driver of ${driver.engine} is not installed. Run: npm install ${driver.package}`;
    throw new DatabaseError('unavailable', hint, { hint });
  }
}
