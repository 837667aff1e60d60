import { expect, test } from 'vitest';
import { GROUPS } from '../../demo/playground/page/setting-groups.ts';
import { EmbeddedDashboardElement } from '../../src/element/embedded-dashboard.ts';

/** The attributes that the playground sets without a control of the settings panel. */
const OTHERS = [
  // The page has its own form for signing in.
  'login-url',
  // The filter bar above the dashboard sets it.
  'parameters',
];

test('the playground has a control for each attribute of the element', () => {
  const controls = new Set<string>(GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const { observedAttributes } = EmbeddedDashboardElement;
  const missing = observedAttributes.filter((name) => !controls.has(name));
  expect(missing.toSorted()).toEqual(OTHERS);
});
