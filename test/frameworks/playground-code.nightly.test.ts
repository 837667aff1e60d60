import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import german from '../../src/locales/de.ts';
import { type Attribute, STACKS } from '../../demo/playground/page/code-samples.ts';
import type { Consumer } from '../support/consumer.ts';
import { APPS, type Offer } from './apps.ts';
import type { FrameworkApp } from './framework-app.ts';
import { FRAME, FrameworkStage, GUID, noteComplaints } from './framework-stage.ts';

/** The frame's attributes. Some values have characters with a meaning in a framework. */
const FRAME_ATTRIBUTES = {
  title: 'A "quoted" {label} & `more` <b> \\ {{ 1 + 1 }} ${2} @if',
  sandbox: 'allow-scripts allow-same-origin',
  allow: 'fullscreen',
  referrerpolicy: 'no-referrer',
};
const { title: label, ...others } = FRAME_ATTRIBUTES;
const ATTRIBUTES: readonly Attribute[] = Object.entries({
  'token-url': '/dashboards/token',
  'logout-url': '/dashboards/logout',
  'dashboard-guid': GUID,
  theme: 'dark',
  color: 'tomato',
  'background-color': '#1e1e2e',
  label,
  loading: 'lazy',
  credentials: 'include',
  lang: 'de',
  ...others,
});

const OFFERS = APPS.flatMap(({ offer, ...app }) => (offer ? [{ ...app, offer }] : []));

let stage: FrameworkStage;

beforeAll(async () => {
  stage = await FrameworkStage.open('playground-code', OFFERS);
});

afterAll(() => stage[Symbol.asyncDispose]());

describe.for(OFFERS)('the playground’s code for $name', ({ name, files, offer }) => {
  const complaints: string[] = [];
  let app: FrameworkApp;
  let host: Consumer;

  beforeAll(async () => {
    app = stage.app(name);
    await build(app, offer, ATTRIBUTES);
    host = await stage.serve(app, files);
  });

  afterAll(() => host?.[Symbol.asyncDispose]());

  const watch = (page: Page): void => noteComplaints(page, complaints);

  it('shows a dashboard that follows each attribute', async () => {
    const visitor = await stage.visit(host, watch);
    const { src = '', ...frame } = await attributesOf(visitor.locator(FRAME).first());
    expect(frame).toMatchObject(FRAME_ATTRIBUTES);
    expect(src).toMatch(/\/Tdb\/[^?]+\?theme=dark&color=tomato&background-color=\$1e1e2e$/);
    expect(complaints).toEqual([]);
    await visitor.close();
  });

  it('uses the language that it imports', async () => {
    const visitor = await stage.visit(host, watch);
    const dashboard = visitor.locator('embedded-dashboard');
    await dashboard.evaluate((element: HTMLElementTagNameMap['embedded-dashboard']) =>
      element.logout(),
    );
    await dashboard.getByText(german['logged-out']).waitFor();
    await visitor.close();
  });

  it.runIf(offer.isTyped)(
    'does not build with an attribute that the tag does not have',
    async () => {
      const building = build(app, offer, [...ATTRIBUTES, ['colour', 'tomato']]);
      await expect(building).rejects.toThrow(/\bcolour\W+does not exist /);
    },
  );
});

/** Builds the app with the playground's code in place of its own. */
function build(
  app: FrameworkApp,
  { stack, file, changes = [] }: Offer,
  attributes: readonly Attribute[],
): Promise<string> {
  const code = STACKS[stack]!(attributes);
  return app.withChanges(changes, () => app.withFile(file, code, () => app.npm('run', 'build')));
}

/** Returns the attributes of an element on the page. */
function attributesOf(place: Locator): Promise<Record<string, string>> {
  return place.evaluate(({ attributes }) =>
    Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value])),
  );
}
