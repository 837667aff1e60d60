import '../../src/index.ts';
import type { PageNews } from '../../src/protocol/live-frame.ts';

const said = new WeakMap<HTMLIFrameElement, PageNews>();
const frames = embeddedDashboardPages!;
const add = frames.set.bind(frames);

frames.set = (iframe, live) =>
  add(iframe, {
    ...live,
    hear(news, refusal) {
      said.set(iframe, news);
      live.hear(news, refusal);
    },
  });

/** Returns what the page in a frame has told its element last; `undefined` if nothing was answered. */
export function newsOf(frame: HTMLIFrameElement): PageNews | undefined {
  return said.get(frame);
}
