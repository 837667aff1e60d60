import { expect, test } from 'vitest';
import { ATTRIBUTES } from '../../command/src/doctor/tag-attributes.ts';
import { EmbeddedDashboardElement } from '../../src/element/embedded-dashboard.ts';

test('the doctor knows the attributes that the element observes', () => {
  expect(ATTRIBUTES.toSorted()).toEqual(EmbeddedDashboardElement.observedAttributes.toSorted());
});
