import type { LiveFrame } from '../protocol/live-frame.ts';
import { Conversation } from './conversation.ts';
import { readMessage } from './read-message.ts';

/** A later version may have more abilities than this one, which has five. */
const MOST_ABILITIES = 16;
/** In characters. Every ability is one word. */
const LONGEST_ABILITY = 32;

const conversations = new WeakMap<HTMLIFrameElement, Conversation>();

/** Answers the greeting of a page in a frame of an element. Drops any other message of the window. */
export function listen(event: MessageEvent): void {
  const { source, origin } = event;
  for (const [iframe, frame] of globalThis.embeddedDashboardPages ?? []) {
    const { contentWindow, src } = iframe;
    if (source !== contentWindow || !source || origin !== new URL(src).origin) continue;
    // The browser decodes a message when it is read. Those of others may be large.
    greet(iframe, frame, event.data);
  }
}

function greet(iframe: HTMLIFrameElement, frame: LiveFrame, data: unknown): void {
  const { embeddedDashboard: version, type, can } = readMessage(data);
  const isHello = type === 'hello' && Number.isInteger(version) && Number(version) >= 1;
  if (!isHello || !Array.isArray(can) || can.length > MOST_ABILITIES || !can.every(isAbility))
    return;
  const conversation = conversations.get(iframe) ?? new Conversation(iframe, frame);
  conversations.set(iframe, conversation);
  conversation.greet(can);
}

function isAbility(name: unknown): name is string {
  return typeof name === 'string' && name.length <= LONGEST_ABILITY;
}
