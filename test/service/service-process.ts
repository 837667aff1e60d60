import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../support/end-process.ts';

const main = fileURLToPath(import.meta.resolve('../../demo/service/src/main.ts'));

/** The dashboard service as its command runs it. */
export interface ServiceProcess {
  child: ChildProcess;
  url: string;
  /** Ends it, if it has not ended yet: then it writes nothing any more. */
  end: () => Promise<void>;
}

/** Starts the service on a free port, with nothing in its environment but `env` and the path. */
export async function startService(env: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main], {
    env: { PATH: process.env.PATH, SERVICE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url: /http:\S+/.exec(line)![0], end: () => endProcess(child) };
}
