import { expect, it } from 'vitest';
import { loadDriver } from '../../../service/src/database/optional-driver.ts';

/** Not a literal: the compiler would look for the package. */
const MISSING: string = 'no-such-driver';

it('names the command that installs a missing driver', async () => {
  const driver = { engine: 'Nothing', package: `${MISSING}@1`, load: () => import(MISSING) };
  const message = 'The driver of Nothing is not installed. Run: npm install no-such-driver@1';
  await expect(loadDriver(driver)).rejects.toMatchObject({
    code: 'unavailable',
    message,
    details: { hint: message },
  });
});

it('does not hide other errors of a driver', async () => {
  const driver = {
    engine: 'Nothing',
    package: 'broken@1',
    load: () => Promise.reject(new TypeError('It is broken.')),
  };
  await expect(loadDriver(driver)).rejects.toThrow(TypeError);
});
