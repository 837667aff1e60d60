import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import type { DashboardSelectEvent } from '../../src/frame/index.ts';
import { createReadyDashboard } from '../support/dashboard-fixture.ts';
import { greet, heardBy, say, send } from '../support/speaking-page.ts';

const HELLO = { embeddedDashboard: 1, type: 'hello', can: ['busy'] };
const NO_PARAMETERS = {};
const JUNK = [undefined, null, 0, '', [], NO_PARAMETERS, 'hello', new Date(), new Map(), [HELLO]];
/** Forty arrays that hold 2^40 values, because each holds the one before twice. */
let doubled: unknown[] = [1];
for (let depth = 0; depth < 40; depth++) doubled = [doubled, doubled];
/** A list with a thousand levels. */
let nested: unknown[] = [];
for (let depth = 0; depth < 1000; depth++) nested = [nested];
const circle: Record<string, unknown> = {};
circle.circle = circle;
/** Values that take long to read. */
const ENDLESS = [doubled, nested, circle, new Uint8Array(1_000_000), new Blob(['x'])];
/** Values that no field of a message may have. */
const VALUES = [
  ...JUNK,
  ...ENDLESS,
  -1,
  NaN,
  Infinity,
  'x'.repeat(40_000),
  { toString: 1 },
  '__proto__',
];

describe('a hostile page', () => {
  it('reaches nothing by a greeting from elsewhere', async () => {
    // The constructor of events takes no window of another site.
    const { frames, log } = await createReadyDashboard({ baseUrl: location.origin });
    const [frame] = frames();
    const { origin } = location;
    const { contentWindow } = frame!;
    const events: MessageEventInit[] = [
      { data: HELLO, source: window, origin },
      { data: HELLO, source: contentWindow, origin: 'null' },
      { data: HELLO, source: contentWindow, origin: 'https://elsewhere.test' },
      { data: HELLO, source: null, origin },
      ...JUNK.map((data) => ({ data, source: contentWindow, origin })),
    ];
    for (let round = 0; round < 20; round++) {
      for (const event of events) window.dispatchEvent(new MessageEvent('message', event));
    }
    for (const data of ENDLESS) await say(frame!, data);
    await greet(frame!, ['state']);
    expect(heardBy(frame!).map(({ can }) => can)).to.deep.equal([['state']]);
    expect(log()).to.deep.equal(['load']);
  });

  it('changes nothing by messages that break the rules', async () => {
    const { element, frames, log } = await createReadyDashboard({ sizing: 'content' });
    const [frame] = frames();
    await greet(frame!);
    const types = ['height', 'state', 'select', 'refused', 'constructor', '__proto__'];
    const messages = types.flatMap((type) =>
      VALUES.map((value: unknown) => ({
        type,
        height: value,
        state: value,
        parameters: value,
        reason: value,
      })),
    );
    // An empty text is a state, and an empty object a choice.
    const bad = messages.filter(
      ({ type, state, parameters }) =>
        !(type === 'state' && typeof state === 'string') &&
        !(type === 'select' && parameters === NO_PARAMETERS),
    );
    const { offsetHeight } = element;
    await send(frame!, ...JUNK, ...bad, ...VALUES.map((type: unknown) => ({ type })));
    expect(log()).to.deep.equal(['load']);
    expect([element.status, element.offsetHeight]).to.deep.equal(['ready', offsetHeight]);
    expect(Object.keys(Object.prototype)).to.be.empty;
  });

  it('gains no right: its words are neither code nor addresses nor styles', async () => {
    const { element, frames, log } = await createReadyDashboard({ sizing: 'content' });
    const [frame] = frames();
    const labels: string[] = [];
    element.addEventListener('dashboard-select', ({ label }: DashboardSelectEvent) => {
      labels.push(label);
    });
    await greet(frame!);
    const outside = (): unknown => [
      location.href,
      history.length,
      document.title,
      element.outerHTML,
      element.shadowRoot!.innerHTML,
      document.documentElement.outerHTML.length,
    ];
    const before = outside();
    const bad = '<img src=x onerror="document.title=1"><style>*{display:none}</style>';
    const fields = {
      html: bad,
      innerHTML: bad,
      href: '/elsewhere',
      url: 'javascript:document.title=1',
      src: '/elsewhere',
      style: 'display: none',
      script: 'document.title = 1',
      token: 'token',
      target: '_top',
      width: 1,
    };
    const types = ['navigate', 'open', 'eval', 'style', 'resize', 'token', 'logout', 'reload'];
    const known = ['ready', 'idle', 'state', 'height'];
    await send(frame!, ...[...types, ...known].map((type) => Object.assign({ type }, fields)));
    await send(frame!, { type: 'select', parameters: {}, label: bad, ...fields });
    expect(labels).to.deep.equal([bad]);
    expect(outside()).to.deep.equal(before);
    expect(log()).to.deep.equal(['load']);
  });
});
