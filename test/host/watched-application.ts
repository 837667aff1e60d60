import { serve } from '../support/node-server.ts';
import { answerWith, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { SECRETS } from './secret-scan.ts';
import { runWatched, type WatchedProcess } from './watched-process.ts';

/** The host application, and a service that fails if the key is in the query. */
export interface WatchedApplication extends AsyncDisposable {
  service: ScriptedUpstream;
  /** The address of another service that the application calls. */
  weatherUrl: string;
  /** Runs the application in its own process until it exits, with some modules preloaded. */
  run: (preloads: string[], env?: Record<string, string>) => Promise<WatchedProcess>;
}

/** Starts the servers that the application calls. */
export async function openWatchedApplication(): Promise<WatchedApplication> {
  const service = await startUpstream();
  service.script((response, call) => {
    const status = call.url.includes('?apiKey=') ? 500 : 200;
    answerWith(SECRETS.token, { status })(response, call);
  });
  const weather = await serve((_, response) => response.end('sunny'));
  const weatherUrl = `http://127.0.0.1:${weather.port}/today`;
  return {
    service,
    weatherUrl,
    run: (preloads, env = {}) =>
      runWatched('test/host/watched-host.ts', {
        args: preloads.flatMap((path) => ['--import', path]),
        env: {
          DASHBOARD_URL: service.baseUrl,
          DASHBOARD_API_KEY: SECRETS.apiKey,
          WEATHER_URL: weatherUrl,
          ...env,
        },
      }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await weather[Symbol.asyncDispose]();
    },
  };
}
