import { startDatabaseWorker } from 'embedded-dashboard-service/browser/database-worker';
import type { WorkerNews } from '../server/server-worker.ts';
import './live-bar.ts';
import { FOLDER } from './folder.ts';
import { registerServiceWorker, UnsupportedError } from './register-service-worker.ts';
import { endOnRestart } from './restart.ts';
import { showFailure, showProgress, showUnsupported } from './start-view.ts';

/** Starts the server in this tab, unless another tab has it, and shows the playground. */
async function start(): Promise<void> {
  const serviceWorker = await registerServiceWorker();
  const worker = new Worker(new URL('../server/server-worker.ts', import.meta.url), {
    type: 'module',
  });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => {
      if (data.kind === 'progress') showProgress(data.progress);
      if (data.kind === 'database') startDatabaseWorker(data.start);
      // The tab took over the server, which has no sessions.
      if (data.kind === 'ready' && !document.querySelector('#start')) void visitHost();
      if (data.kind === 'failed') reject(new Error(data.reason));
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  });
  endOnRestart(worker);
  worker.postMessage({ folder: FOLDER });
  const [page] = await Promise.all([
    import('../../playground/page/playground-page.ts'),
    Promise.race([visitHost(), failed]),
  ]);
  document.querySelector('#start')!.replaceWith(new page.PlaygroundPage());
  document.addEventListener('dashboard-load', () => serviceWorker.postMessage('complete'), {
    once: true,
  });
}

/** Waits until the server of any tab is ready. Starts a session at the host application, unless there is one. */
async function visitHost(): Promise<void> {
  const { ok } = await fetch(FOLDER);
  if (!ok) throw new Error('The server of the demo does not answer.');
}

start().catch((error: unknown) => {
  if (error instanceof UnsupportedError) showUnsupported();
  else showFailure(error instanceof Error ? error.message : String(error));
});
