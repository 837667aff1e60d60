import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { aTimeout, expect, oneEvent } from '@open-wc/testing';

/** What a page knows of the dashboard that its server rendered. */
interface RenderedPage extends Window {
  element: EmbeddedDashboardElement;
  rendered: HTMLIFrameElement;
  events: string[];
  isLate?: boolean;
}

let frame: HTMLIFrameElement;
let address: string;

beforeEach(() => {
  frame = document.createElement('iframe');
  frame.width = frame.height = '400';
  address = `/rendered/${crypto.randomUUID()}`;
});

afterEach(() => frame.remove());

/** A page of its own, with a rendered dashboard in it. */
async function openPage(options: Record<string, string> = {}): Promise<RenderedPage> {
  frame.src = `${address}/page?${new URLSearchParams(options)}`;
  const loaded = nextLoad();
  document.body.append(frame);
  await loaded;
  return frame.contentWindow as unknown as RenderedPage;
}

async function nextLoad(): Promise<void> {
  await oneEvent(frame, 'load');
}

/** What the service was asked for: tokens, and the addresses of frames. */
async function asked(): Promise<{ tokens: number; loads: string[] }> {
  return (await fetch(`${address}/notes`)).json() as Promise<{ tokens: number; loads: string[] }>;
}

/** For each frame, whether it is the one that the server rendered. */
function framesOf({ element, rendered }: RenderedPage): boolean[] {
  return Array.from(element.shadowRoot!.querySelectorAll('iframe'), (each) => each === rendered);
}

describe('a dashboard that the server rendered', () => {
  it('begins to load before any script has run', async () => {
    // This script is answered only once the dashboard was asked for.
    expect((await openPage()).isLate).to.equal(true);
  });

  it('shows without scripts', async () => {
    frame.sandbox.value = 'allow-same-origin';
    const page = await openPage();
    expect(page.isLate).to.equal(undefined);
    const [dashboard] = page.document
      .querySelector('embedded-dashboard')!
      .shadowRoot!.querySelectorAll('iframe');
    expect(dashboard!.getBoundingClientRect().height).to.equal(600);
    expect((await asked()).loads).to.have.length(1);
  });

  it('is taken over by the element: no second load, no token request', async () => {
    const page = await openPage();
    await aTimeout(300);
    expect(page.element.status).to.equal('ready');
    expect(page.events).to.deep.equal(['load']);
    expect(framesOf(page)).to.deep.equal([true]);
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(1);
    expect(loads).to.have.length(1);
    const lifeMs = page.element.expiresAt!.getTime() - page.performance.timeOrigin;
    expect(lifeMs).to.be.closeTo(7_200_000, 50);
  });

  it('lies before the backdrop', async () => {
    const page = await openPage();
    const { left, top } = page.element.getBoundingClientRect();
    const atCorner = page.element.shadowRoot!.elementFromPoint(left + 5, top + 5);
    expect(atCorner === page.rendered).to.equal(true);
  });

  it('is renewed as any other', async () => {
    const page = await openPage();
    await page.element.reload();
    await aTimeout(300);
    expect(page.events).to.deep.equal(['load', 'load']);
    expect(framesOf(page)).to.deep.equal([false]);
    expect((await asked()).tokens).to.equal(2);
  });

  it('goes with a logout', async () => {
    const page = await openPage();
    await page.element.logout();
    expect(framesOf(page)).to.deep.equal([]);
    expect(page.events).to.deep.equal(['load', 'logout']);
  });

  it('keeps the look that the server gave it', async () => {
    const page = await openPage({ theme: 'dark', color: '#FC0', backgroundColor: 'Teal' });
    await aTimeout(2_000);
    expect(framesOf(page)).to.deep.equal([true]);
    const [load] = (await asked()).loads;
    expect(load).to.match(/\?theme=dark&color=\$ffcc00&background-color=teal$/);
  });

  it('gets a look that only the page knows by a swap, with the same token', async () => {
    const page = await openPage({ color: 'rgb(1 2 3)' });
    await aTimeout(2_500);
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(1);
    expect(loads.map((load) => load.split('?')[1])).to.deep.equal([undefined, 'color=$010203']);
    expect(framesOf(page)).to.deep.equal([false]);
  });

  it('is loaded anew in a page that comes from the history', async () => {
    const first = await openPage();
    // What a page does while it loads makes no history.
    await aTimeout(300);
    first.location.assign(`${address}/notes`);
    await nextLoad();
    await aTimeout(300);
    frame.contentWindow!.history.back();
    await nextLoad();
    const page = frame.contentWindow as unknown as RenderedPage;
    await aTimeout(500);
    expect(page.element.status).to.equal('ready');
    expect(framesOf(page)).to.deep.equal([false]);
  });
});
