import { resetAroundTests } from './test-page.ts';

declare global {
  interface Window {
    /** The test files of a page that runs several of them. */
    testFiles?: readonly string[];
    /** The scripts that server-rendered pages load. Default: those of the modules. */
    elementForm?: 'modules' | 'published';
  }
}

// Each file has a suite of its own: its hooks run around its own tests only, and reports name the file.
for (const file of window.testFiles!) {
  const suite = Mocha.Suite.create(mocha.suite, file);
  Mocha.interfaces.bdd(suite);
  // Points `describe`, `it` and the hooks to this suite.
  suite.emit('pre-require', window, file, mocha);
  resetAroundTests();
  try {
    await import(`/${file}`);
  } catch (error) {
    it('can be loaded', () => {
      throw error;
    });
  }
}
