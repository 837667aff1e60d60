/** A message of a dashboard's page to the element. */
export interface FrameMessage {
  /** The window of the page. */
  source: MessageEventSource;
  /** The type of the message, such as `ready`. */
  name: string;
  /** The length of the message as JSON, in characters. */
  size: number;
}

/** Whether the element may hear the pages of its dashboards. The settings decide. */
let isHeard = true;
let report: (message: FrameMessage) => void = () => {};
/** The page that is being welcomed. */
let greeting: MessageEventSource | null = null;

/** Sets whether the element may hear the pages of its dashboards. Without a greeting it treats them as silent. */
export function setHeard(isOn: boolean): void {
  isHeard = isOn;
}

/** Calls back for each message of a dashboard's page. Nobody keeps its content. */
export function followMessages(follow: (message: FrameMessage) => void): void {
  report = follow;
}

function note(source: MessageEventSource, data: unknown): void {
  const { type } = Object(data) as { type?: unknown };
  report({ source, name: String(type), size: JSON.stringify(data).length });
}

// The first listener of the window: the page imports this file before `embedded-dashboard/frame`.
window.addEventListener('message', (event) => {
  const { source, data } = event as MessageEvent<{ embeddedDashboard?: unknown } | null>;
  if (!source || !data?.embeddedDashboard) return;
  if (!isHeard) return event.stopImmediatePropagation();
  greeting = source;
  setTimeout(() => (greeting = null));
  note(source, data);
});

const { MessageChannel: Channel } = window;

// The module welcomes a page with a port of a new channel.
window.MessageChannel = class extends Channel {
  constructor() {
    super();
    const source = greeting;
    if (source) this.port1.addEventListener('message', ({ data }) => note(source, data));
  }
};
