import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { bundleScript } from '../support/bundle-script.ts';
import { untilListening } from '../support/until-listening.ts';
import { readDocumented } from './documented-files.ts';
import { Supervised, type UnexpectedEnd } from './supervised.ts';

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

/** Returns nginx with the documented configuration. */
export async function makeNginx(settings: Settings): Promise<Supervised> {
  const folder = `${settings.folder}/nginx`;
  mkdirSync(folder);
  const documented = await readDocumented('nginx.conf', settings.places);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(
    `${folder}/nginx.conf`,
    `pid ${folder}/pid; error_log ${folder}/start.log; daemon off; master_process off;
     events { worker_connections 1024; }
     http { ${paths} ${documented} }`,
  );
  const args = ['-c', `${folder}/nginx.conf`, '-e', `${folder}/start.log`];
  return makeListener(settings, 'nginx', settings.ports.application, () =>
    spawn('nginx', args, { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
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
