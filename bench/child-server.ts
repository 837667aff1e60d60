import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerState } from './measured-server.ts';

/** A server in its own process, so that its processor time and memory can be measured separately. */
export interface ChildServer {
  url: string;
  state: () => Promise<ServerState>;
  /** Returns the microseconds of processor time since the process started. */
  processorTime: () => Promise<number>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

/** Starts `{name}.ts` with these arguments. */
export async function startServer(name: string, ...args: string[]): Promise<ChildServer> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = fork(file, args, { execArgv: ['--import', 'tsx', '--expose-gc'] });
  const onExit = (): never => {
    throw new Error(`The bench server ${name} exited unexpectedly.`);
  };
  child.once('exit', onExit);
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    state() {
      child.send('state');
      return nextMessage<ServerState>(child);
    },
    processorTime() {
      child.send('time');
      return nextMessage<number>(child);
    },
    async [Symbol.asyncDispose]() {
      child.off('exit', onExit);
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message];
  return message;
}
