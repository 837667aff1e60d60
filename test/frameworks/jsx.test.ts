import { expect, it } from 'vitest';
import { FrameworkApp } from '../support/framework-app.ts';

it('checks the tag in the JSX of Preact and Solid', async () => {
  const app = new FrameworkApp('jsx', {});
  await app.install();
  await expect(app.npm('run', 'build')).resolves.not.toContain('error');
});
