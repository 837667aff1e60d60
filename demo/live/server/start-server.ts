import { provideResources, type Resources } from 'embedded-dashboard-service/browser';
import { startApplications } from './applications.ts';
import { readKeptSettings } from './kept-settings.ts';
import { loadFiles, type Progress } from './load-files.ts';
import { addBodiesOfRequests, keepCookiesOfAnswers } from './server-messages.ts';
import { serveRequests } from './serve-requests.ts';

/** The calls of the server to its page. */
export interface PageCalls extends Pick<Resources, 'startWorker'> {
  onProgress: (progress: Progress) => void;
}

/** Starts the server in this worker. Resolves when it is ready. */
export async function startServer(
  channel: BroadcastChannel,
  folder: string,
  page: PageCalls,
): Promise<void> {
  keepCookiesOfAnswers();
  addBodiesOfRequests();
  const starting = start(folder, page);
  serveRequests(channel, starting);
  await starting;
}

async function start(folder: string, { onProgress, startWorker }: PageCalls) {
  const [files, settings] = await Promise.all([
    loadFiles(folder, onProgress),
    readKeptSettings(folder),
  ]);
  provideResources({ ...files, startWorker });
  return startApplications({ folder, ...settings });
}
