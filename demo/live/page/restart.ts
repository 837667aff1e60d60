import { toChannelName } from '../relay/messages.ts';
import { FOLDER } from './folder.ts';

const channel = new BroadcastChannel(`${toChannelName(FOLDER)} restart`);
let ownWorker: Worker | undefined;

/** Ends this worker when any tab restarts the demo, and then loads this tab again. */
export function endOnRestart(worker: Worker): void {
  ownWorker = worker;
  channel.addEventListener('message', () => {
    worker.terminate();
    location.reload();
  });
}

/** Ends the server, and starts it again in a page without settings. All tabs are loaded again. */
export function restart(): void {
  channel.postMessage('restart');
  ownWorker?.terminate();
  location.assign(FOLDER);
}
