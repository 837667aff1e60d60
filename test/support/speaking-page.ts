import type { Greeted } from '../../src/page/index.ts';
import { until } from './until.ts';

/** The answer to a greeting. */
export interface Welcome {
  embeddedDashboard: number;
  type: string;
  can: string[];
  state?: string;
}

/** The window of a page that greets with `embedded-dashboard/page`. */
export interface GreetingPage extends Window {
  words: Greeted;
  /** The states that it got. */
  heard: string[];
  /** Ends the applying of the state `slow`. */
  apply?: () => void;
  /** Ends the load of a slow page. */
  finish: () => Promise<unknown>;
}

export const ABILITIES = ['ready', 'height', 'state', 'select', 'busy'];

/** The number of messages that each port of the page has received. */
const received = new Map<MessagePort, number>();
/** The ports that the element has opened for each frame, oldest first. */
const ports = new Map<HTMLIFrameElement, MessagePort[]>();
const closed = new Set<MessagePort>();
const { MessageChannel: Channel } = window;

window.MessageChannel = class extends Channel {
  constructor() {
    super();
    received.set(this.port1, 0);
    this.port1.close = () => {
      closed.add(this.port1);
      MessagePort.prototype.close.call(this.port1);
    };
    this.port1.addEventListener('message', () => {
      received.set(this.port1, received.get(this.port1)! + 1);
    });
  }
};

/** The words of each page to the window, and the answers that it has heard. */
const talks = new Map<MessageEventSource, { said: unknown[]; heard: Welcome[] }>();

window.addEventListener('message', ({ source, data }: MessageEvent) => {
  const { said, heard } = talkOf(source!);
  if (data?.heard) heard.push(data.heard as Welcome);
  else said.push(data);
});

function talkOf(source: MessageEventSource): { said: unknown[]; heard: Welcome[] } {
  const talk = talks.get(source) ?? { said: [], heard: [] };
  talks.set(source, talk);
  return talk;
}

/** Returns the answers that the page in a frame has heard so far. */
export function heardBy({ contentWindow }: HTMLIFrameElement): readonly Welcome[] {
  return talkOf(contentWindow!).heard;
}

/** Returns for each port of a frame whether it is open, oldest first. */
export function arePortsOpen(iframe: HTMLIFrameElement): boolean[] {
  return (ports.get(iframe) ?? []).map((port) => !closed.has(port));
}

/** Returns everything that the page in a frame has said to the window so far. */
export function saidBy({ contentWindow }: HTMLIFrameElement): readonly unknown[] {
  return talkOf(contentWindow!).said;
}

/** Makes the page in a frame say something to the window, and waits until it has arrived. */
export async function say({ contentWindow }: HTMLIFrameElement, hello: unknown): Promise<void> {
  const { said } = talkOf(contentWindow!);
  const before = said.length;
  contentWindow!.postMessage({ hello }, '*');
  await until(() => said.length > before);
}

/** Makes the page in a frame greet, and returns the answer. */
export async function greet(iframe: HTMLIFrameElement, can = ABILITIES): Promise<Welcome> {
  const before = heardBy(iframe).length;
  await say(iframe, { embeddedDashboard: 1, type: 'hello', can });
  await until(() => heardBy(iframe).length > before);
  ports.set(iframe, [...(ports.get(iframe) ?? []), [...received.keys()].at(-1)!]);
  return heardBy(iframe).at(-1)!;
}

/** Makes the page in a frame send messages through its port, and waits until they have arrived. */
export async function send(iframe: HTMLIFrameElement, ...messages: unknown[]): Promise<void> {
  const port = ports.get(iframe)!.at(-1)!;
  const last = received.get(port)! + messages.length;
  iframe.contentWindow!.postMessage({ messages }, '*');
  await until(() => received.get(port)! >= last);
}
