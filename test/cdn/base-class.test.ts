import { expect } from '@open-wc/testing';
import { ReactiveElement } from '../../src/cdn/reactive-element.ts';
import { EmbeddedDashboardElement } from '../../src/element/embedded-dashboard.ts';

it('is the one of the CDN file, on which all other tests of this run stand', () => {
  expect(Object.getPrototypeOf(EmbeddedDashboardElement)).to.equal(ReactiveElement);
});
