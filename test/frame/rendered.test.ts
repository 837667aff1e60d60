import { expect, oneEvent } from '@open-wc/testing';
import type { DashboardSelectEvent } from '../../src/frame/index.ts';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { addElement } from '../support/test-page.ts';
import { until } from '../support/until.ts';

/** A page with a dashboard that its server rendered. */
interface RenderedPage extends Window {
  element: EmbeddedDashboardElement;
  rendered: HTMLIFrameElement[];
}

it('answers a server-rendered dashboard that has greeted before the element was there', async () => {
  Object.assign(window, { stopClock: () => {} });
  const frame = document.createElement('iframe');
  const settings = encodeURIComponent(
    JSON.stringify({ form: window.elementForm, isListening: true }),
  );
  frame.src = `/rendered/${crypto.randomUUID()}/page?${settings}`;
  frame.height = '700';
  addElement(frame);
  await oneEvent(frame, 'load');
  const { element, rendered } = frame.contentWindow as unknown as RenderedPage;
  await until(() => element.status === 'ready');
  expect(element.shadowRoot!.querySelector('iframe')).to.equal(rendered[0]);
  const choices: string[] = [];
  element.addEventListener('dashboard-select', ({ label }: DashboardSelectEvent) => {
    choices.push(label);
  });
  // Its own timers would greet again.
  rendered[0]!.contentWindow!.postMessage('greet', '*');
  await until(() => choices.length > 0);
  expect(choices).to.deep.equal(['select']);
  Reflect.deleteProperty(window, 'stopClock');
});
