import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPS } from './apps.ts';
import { FrameworkStage } from './framework-stage.ts';

let stage: FrameworkStage;

beforeAll(async () => {
  stage = await FrameworkStage.open('wrong-code', APPS);
});

afterAll(() => stage[Symbol.asyncDispose]());

it.for(APPS)(
  '$name does not build with a number instead of a text, or with an unknown field of the event',
  async ({ name, source, property, check = 'build' }) => {
    const app = stage.app(name);
    const changes = [
      [source, ...property],
      [source, 'event.expiresAt', 'event.expiresOn'],
    ] as const;
    const build = app.withChanges(changes, () => app.npm('run', check));
    await expect(build).rejects.toThrow(/'number'.* is not assignable to /);
    await expect(build).rejects.toThrow(/'expiresOn' does not exist on type/);
  },
);
