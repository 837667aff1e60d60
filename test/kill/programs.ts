import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleScript } from '../support/bundle-script.ts';
import { untilListening } from '../support/until-listening.ts';
import { readDocumented } from './documented-files.ts';
import { Supervised, type UnexpectedEnd } from './supervised.ts';

/** The pause between two looks at a file, in milliseconds. */
const LOOK_MS = 20;
// Debian installs HAProxy and nginx in a folder that only root's PATH contains.
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };

/** The settings that the programs of a run share. */
export interface Settings {
  /** A temporary folder for the files of the run. */
  folder: string;
  /** The texts of the documented files, each with its replacement on this machine. */
  places: Map<string, string>;
  ports: {
    services: readonly number[];
    hosts: readonly number[];
    haproxy: number;
    /** The port of nginx for the service, and the one for the host application. */
    service: number;
    application: number;
  };
  databasePassword: string;
  onUnexpectedEnd: (end: UnexpectedEnd) => void;
}

/** Returns a program that is ready when it listens. */
export function makeListener(
  { onUnexpectedEnd }: Settings,
  name: string,
  port: number,
  begin: () => ChildProcess,
): Supervised {
  const untilReady = (child: ChildProcess): Promise<void> => untilListening(child, name, port);
  return new Supervised({ name, begin, untilReady }, onUnexpectedEnd);
}

/** Returns HAProxy with the documented configuration. */
export async function makeHaproxy(settings: Settings): Promise<Supervised> {
  const file = `${settings.folder}/haproxy.cfg`;
  writeFileSync(file, await readDocumented('haproxy.cfg', settings.places));
  return makeListener(settings, 'HAProxy', settings.ports.haproxy, () =>
    spawn('haproxy', ['-db', '-f', file], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

/** Returns two nginx with the documented configuration, at the same addresses. */
export async function makeNginx(settings: Settings): Promise<Supervised[]> {
  const documented = await readDocumented('nginx.conf', settings.places);
  return ['nginx 1', 'nginx 2'].map((name) => makeOneNginx(settings, name, documented));
}

function makeOneNginx(settings: Settings, name: string, documented: string): Supervised {
  const folder = `${settings.folder}/${name.replace(' ', '-')}`;
  mkdirSync(folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  writeFileSync(
    `${folder}/nginx.conf`,
    `pid ${folder}/pid; error_log ${folder}/start.log; daemon off; master_process off;
     events { worker_connections 1024; }
     http { ${paths} ${documented} }`,
  );
  const args = ['-c', `${folder}/nginx.conf`, '-e', `${folder}/start.log`];
  const begin = (): ChildProcess =>
    spawn('nginx', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // The other one may listen already. nginx writes this file when it listens.
  const untilReady = ({ pid }: ChildProcess): Promise<void> =>
    untilTextIs(`${folder}/pid`, String(pid));
  return new Supervised({ name, begin, untilReady }, settings.onUnexpectedEnd);
}

/** Waits until a file has this text. */
async function untilTextIs(path: string, text: string): Promise<void> {
  while (!existsSync(path) || readFileSync(path, 'utf8').trim() !== text) await wait(LOOK_MS);
}

/** Returns the processes of the host application. Each start uses the current API key. */
export async function makeHosts(
  settings: Settings,
  serviceUrl: string,
  findApiKey: () => string,
  guid: string,
): Promise<Supervised[]> {
  const script = await bundleScript('test/kill/host-application.ts');
  return settings.ports.hosts.map((port, index) =>
    makeListener(settings, `host ${index + 1}`, port, () =>
      spawn(process.execPath, [script], {
        env: {
          ...env,
          PORT: String(port),
          DASHBOARD_URL: serviceUrl,
          DASHBOARD_API_KEY: findApiKey(),
          DASHBOARD_GUID: guid,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    ),
  );
}
