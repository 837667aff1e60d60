/** The abilities of a page: any of `ready`, `height`, `state`, `select` and `busy`. */
export type Ability = 'ready' | 'height' | 'state' | 'select' | 'busy';

/** The reason why a page shows a refusal in place of its dashboard. */
export type Refusal = 'expired' | 'signed-out' | 'forbidden' | 'not-found' | 'unavailable';

type Value = string | number | boolean;
type Filters = Record<string, Value | readonly Value[]>;

/** The messages of a page to the element around it. Without an answer to the greeting they do nothing. */
export interface Greeted {
  /** The picture is drawn, with the state of `onState` applied. Once per document. */
  ready(): void;
  /** The height of the content, in CSS pixels. */
  height(px: number): void;
  /** The reader's settings, as text of at most 16 KiB. The next document gets it back. */
  state(text: string): void;
  /**
   * A person has clicked a mark, or set a filter. `label` says it in words. `filters`: all choices in the page's filters,
   * by name. Filters that are not set are missing.
   */
  select(parameters: Record<string, Value>, label?: string, filters?: Filters): void;
  /** Whether a person works in the page, for example in an open menu or in a field. */
  busy(isBusy: boolean): void;
  /** The page shows a refusal in place of its dashboard. */
  refused(reason: Refusal): void;
}

const ALL: readonly Ability[] = ['ready', 'height', 'state', 'select', 'busy'];
/** The element may come later than the page in its frame. */
const AGAIN_MS = [1000, 5000];

/**
 * Greets the `<embedded-dashboard>` around this page, and returns its messages. Messages from before the answer leave
 * with it. `onState` gets the state that the last page of the same dashboard has sent. `ready()` waits for
 * its promise. Outside a frame, and in a frame of another element, nothing happens.
 */
export function greet({
  onState,
  can = ALL,
}: { onState?: (text: string) => void | Promise<void>; can?: readonly Ability[] } = {}): Greeted {
  let port: MessagePort | undefined;
  /** The abilities of both sides. */
  let known: readonly string[] = [];
  /** The last message of each kind. They are sent again after another greeting. */
  const last = new Map<string, object>();

  const hello = (): void => {
    if (parent !== window) parent.postMessage({ embeddedDashboard: 1, type: 'hello', can }, '*');
  };
  const send = (message: { type: string }, ability = message.type): void => {
    if (known.includes(ability) || ability === 'refused') port?.postMessage(message);
  };
  const say = (message: { type: string }, ability = message.type): void => {
    if (ability !== 'select') last.set(ability, message);
    send(message, ability);
  };

  addEventListener('message', async ({ source, data, ports }) => {
    if (source !== parent || !(data?.embeddedDashboard >= 1) || data.type !== 'welcome') return;
    const [newest] = ports;
    port = newest;
    known = known.filter((name) => name !== 'ready');
    if (typeof data.state === 'string') await onState?.(data.state);
    // A slow element answers the second greeting, too.
    if (port !== newest) return;
    known = Array.isArray(data.can) ? data.can : [];
    for (const [ability, message] of last) send(message as { type: string }, ability);
  });
  // The element has closed the port of a page that comes back from the history.
  addEventListener('pageshow', ({ persisted }) => persisted && hello());
  hello();
  for (const delayMs of AGAIN_MS) setTimeout(() => port || hello(), delayMs);

  return {
    ready: () => say({ type: 'ready' }),
    height: (height) => say({ type: 'height', height } as { type: string }),
    state: (state) => say({ type: 'state', state } as { type: string }),
    select: (parameters, label = '', filters = {}) =>
      say({ type: 'select', parameters, label, filters } as { type: string }),
    busy: (isBusy) => say({ type: isBusy ? 'busy' : 'idle' }, 'busy'),
    refused: (reason) => say({ type: 'refused', reason } as { type: string }),
  };
}
