import type { LiveFrame } from '../protocol/live-frame.ts';
import { Conversation } from './conversation.ts';
import { readMessage } from './read-message.ts';

const MOST_ABILITIES = 16;
const LONGEST_ABILITY = 32;

const conversations = new WeakMap<LiveFrame, Conversation>();

/** Answers the greeting of a page in a frame of an element. Drops any other message of the window. */
export function listen(event: MessageEvent): void {
  const { source, origin } = event;
  for (const frame of globalThis.embeddedDashboardFrames ?? []) {
    const { contentWindow, src } = frame.iframe;
    if (source !== contentWindow || !source || origin !== new URL(src).origin) continue;
    // The browser decodes a message when it is read. Those of others may be large.
    greet(frame, event.data);
  }
}

function greet(frame: LiveFrame, data: unknown): void {
  const { embeddedDashboard: version, type, can } = readMessage(data);
  const isHello = type === 'hello' && Number.isInteger(version) && Number(version) >= 1;
  if (!isHello || !Array.isArray(can) || can.length > MOST_ABILITIES || !can.every(isAbility))
    return;
  // Another copy of this module may be the first.
  if (frame.onMove && !conversations.has(frame)) return;
  const conversation = conversations.get(frame) ?? new Conversation(frame);
  conversations.set(frame, conversation);
  conversation.greet(can);
}

function isAbility(name: unknown): name is string {
  return typeof name === 'string' && name.length <= LONGEST_ABILITY;
}
