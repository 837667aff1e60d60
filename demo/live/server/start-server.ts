import { provideResources } from 'embedded-dashboard-service/browser';
import { startApplications } from './applications.ts';
import { loadResources, type Progress } from './load-resources.ts';
import { readKeptSettings } from './kept-settings.ts';
import { addBodiesOfRequests, keepCookiesOfAnswers } from './server-messages.ts';
import { serveRequests } from './serve-requests.ts';

/** Starts the server in this worker. Resolves when it is ready. */
export async function startServer(
  channel: BroadcastChannel,
  folder: string,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  keepCookiesOfAnswers();
  addBodiesOfRequests();
  const starting = start(folder, onProgress);
  serveRequests(channel, starting);
  await starting;
}

async function start(folder: string, onProgress: (progress: Progress) => void) {
  const [resources, settings] = await Promise.all([
    loadResources(folder, onProgress),
    readKeptSettings(folder),
  ]);
  provideResources(resources);
  return startApplications({ folder, ...settings });
}
