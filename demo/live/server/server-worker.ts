import type { DatabaseWorkerStart } from 'embedded-dashboard-service/browser/database-worker';
import { toChannelName } from '../relay/messages.ts';
import type { Progress } from './load-files.ts';

/** The first message to the worker of a tab. */
export interface WorkerStart {
  /** The address of the demo's folder. */
  folder: string;
}

/** The messages of the worker to its tab. */
export type WorkerNews =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'database'; start: DatabaseWorkerStart }
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string };

const tell = (news: WorkerNews, transfer: Transferable[] = []): void =>
  postMessage(news, { transfer });

/** Waits until no other tab has the server, and then has it until the tab is closed. */
async function lead({ folder }: WorkerStart): Promise<void> {
  const name = toChannelName(folder);
  await navigator.locks.request(name, async () => {
    const channel = new BroadcastChannel(name);
    // The tabs that only wait do not load the server.
    const { startServer } = await import('./start-server.ts');
    await startServer(channel, folder, {
      onProgress: (progress) => tell({ kind: 'progress', progress }),
      startWorker: (start) => tell({ kind: 'database', start }, [start.tasks, start.end]),
    });
    tell({ kind: 'ready' });
    await new Promise(() => {});
  });
}

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerStart>) => {
    lead(data).catch((error: unknown) => tell({ kind: 'failed', reason: String(error) }));
  },
  { once: true },
);
