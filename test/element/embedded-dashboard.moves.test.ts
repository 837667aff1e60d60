import { expect, oneEvent } from '@open-wc/testing';
import { createReadyDashboard, reload } from '../support/dashboard-fixture.ts';
import { askFrame } from '../support/frame-reports.ts';
import { itWhere } from '../support/it-where.ts';

const places: Element[] = [];

afterEach(() => {
  for (const element of places.splice(0)) element.remove();
});

/** Adds an element to the page until the end of the test. */
function place<Placed extends Element>(element: Placed): Placed {
  document.body.append(element);
  places.push(element);
  return element;
}

it('loads its frame once more when it is appended elsewhere, with the same token', async () => {
  const { element, host, frames, log } = await createReadyDashboard();
  const [frame] = frames();
  const { id } = await askFrame(frame!);
  let loads = 0;
  frame!.addEventListener('load', () => loads++);
  place(document.createElement('div')).append(element);
  expect((await askFrame(frame!)).id).not.to.equal(id);
  expect(frames()).to.deep.equal([frame]);
  expect(element.status).to.equal('ready');
  expect(log()).to.deep.equal(['load']);
  expect(loads).to.equal(1);
  expect(await host.calls()).to.have.length(1);
});

itWhere(
  navigator.userAgent.includes('Chrome'),
  'Firefox reloads frames inside shadow trees, WebKitGTK has no moveBefore()',
  'keeps the page in its frame through moveBefore()',
  async () => {
    const { element, host, frames, log } = await createReadyDashboard();
    const [frame] = frames();
    const before = await askFrame(frame!);
    place(document.createElement('div')).moveBefore(element, null);
    expect(await askFrame(frame!)).to.deep.equal(before);
    expect(element.status).to.equal('ready');
    expect(log()).to.deep.equal(['load']);
    expect(await host.calls()).to.have.length(1);
  },
);

it('moves the focus into the new frame inside other shadow trees, too', async () => {
  const outer = place(document.createElement('div'));
  const inner = document.createElement('div');
  outer.attachShadow({ mode: 'open' }).append(inner);
  const fixture = await createReadyDashboard();
  const { element, frames } = fixture;
  inner.attachShadow({ mode: 'closed' }).append(element);
  const [old] = frames();
  await askFrame(old!);
  old!.focus();
  await reload(fixture);
  expect(frames().at(-1)).not.to.equal(old);
  expect(element.shadowRoot!.activeElement).to.equal(frames().at(-1));
  expect(document.activeElement).to.equal(outer);
});

it('continues in another document, with its styles', async () => {
  const fixture = await createReadyDashboard();
  const { element, host, frames } = fixture;
  const other = document.createElement('iframe');
  other.srcdoc = '<!doctype html>';
  const opened = oneEvent(other, 'load');
  place(other);
  await opened;
  other.contentDocument!.body.append(element);
  await askFrame(frames()[0]!);
  expect(element.status).to.equal('ready');
  expect(element.getBoundingClientRect().height).to.equal(600);
  expect(getComputedStyle(frames()[0]!).position).to.equal('absolute');
  await reload(fixture);
  expect(element.status).to.equal('ready');
  expect(await host.calls()).to.have.length(2);
  document.body.append(element);
  await askFrame(frames().at(-1)!);
  expect(element.getBoundingClientRect().height).to.equal(600);
});
