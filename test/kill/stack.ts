import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';
import { makeDashboards, type Office } from './office.ts';
import { choosePorts } from './ports.ts';
import { type NodePorts, NODES, nodePlaces, PostgresCluster } from './postgres-cluster.ts';
import { makeHaproxy, makeHosts, makeNginx, type Settings } from './programs.ts';
import { Services } from './services.ts';
import { SinglePostgres } from './single-postgres.ts';
import type { Supervised, UnexpectedEnd } from './supervised.ts';

const SERVICES = 4;
const HOSTS = 2;
const PORTS_OF_A_NODE = 4;

/** The database of a run. */
export type StateDatabase = PostgresCluster | SinglePostgres;

/** The form of the database: one server, or three with Patroni, etcd and HAProxy. */
export type Form = 'single' | 'cluster';

/** Everything that runs: the database, the service, the hosts, and the proxies before and behind them. */
export interface Stack {
  database: StateDatabase;
  /** Between the service and the database, or HAProxy. */
  silentProxy: SilentProxy;
  haproxy: Supervised | null;
  /** Two at the same addresses. */
  nginx: readonly Supervised[];
  services: Services;
  hosts: readonly Supervised[];
  settings: Settings;
  /** The addresses at nginx. */
  serviceUrl: string;
  applicationUrl: string;
  office: Office;
  stop: () => Promise<void>;
}

/** Stops what has been started, in the opposite order. */
class Stops {
  readonly #stops: (() => unknown)[] = [];

  add(stop: () => unknown): void {
    this.#stops.unshift(stop);
  }

  readonly run = async (): Promise<void> => {
    for (const stop of this.#stops.splice(0)) await stop();
  };
}

/** Starts everything, and waits until a token opens a dashboard. What has been started stops if a start fails. */
export async function startStack(
  form: Form,
  onUnexpectedEnd: (end: UnexpectedEnd) => void,
): Promise<Stack> {
  const stops = new Stops();
  try {
    return await start(form, onUnexpectedEnd, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function start(
  form: Form,
  onUnexpectedEnd: (end: UnexpectedEnd) => void,
  stops: Stops,
): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-test-'));
  chmodSync(folder, 0o755);
  stops.add(() => rm(folder, { recursive: true }));
  const layout = await makeLayout(folder, onUnexpectedEnd);
  const { settings } = layout;

  const database = await startDatabase(form, layout);
  stops.add(() => database.stop());
  const haproxy = form === 'cluster' ? await makeHaproxy(settings) : null;
  await haproxy?.start();
  stops.add(() => haproxy?.endBy('SIGTERM'));
  const entrance = database instanceof SinglePostgres ? database.port : settings.ports.haproxy;
  const silentProxy = await startSilentProxy(entrance);
  stops.add(() => silentProxy.close());
  settings.places.set('127.0.0.1:5000', `127.0.0.1:${silentProxy.port}`);

  const services = await Services.make(settings);
  stops.add(() => services.end());
  await services.start();
  const nginx = await makeNginx(settings);
  stops.add(() => Promise.all(nginx.map((one) => one.endBy('SIGTERM'))));
  await Promise.all(nginx.map((one) => one.start()));
  const serviceUrl = `http://127.0.0.1:${settings.ports.service}`;
  const office = await makeDashboards(serviceUrl);
  const hosts = await makeHosts(settings, serviceUrl, () => office.apiKey, office.readerGuid);
  stops.add(() => Promise.all(hosts.map((host) => host.endBy('SIGTERM'))));
  await Promise.all(hosts.map((host) => host.start()));
  const applicationUrl = `http://127.0.0.1:${settings.ports.application}`;
  const running = { database, silentProxy, haproxy, nginx, services, hosts, settings };
  return { ...running, serviceUrl, applicationUrl, office, stop: stops.run };
}

/** The places of everything before it starts. */
interface Layout {
  settings: Settings;
  nodePorts: NodePorts[];
  superuserPassword: string;
}

async function makeLayout(
  folder: string,
  onUnexpectedEnd: (end: UnexpectedEnd) => void,
): Promise<Layout> {
  const ports = await choosePorts(NODES.length * PORTS_OF_A_NODE + SERVICES + HOSTS + 3);
  const take = (count: number): number[] => ports.splice(0, count);
  const nodePorts = NODES.map(() => {
    const [postgres, patroni, client, peer] = take(PORTS_OF_A_NODE) as [
      number,
      number,
      number,
      number,
    ];
    return { postgres, patroni, client, peer };
  });
  const services = take(SERVICES);
  const hosts = take(HOSTS);
  const [haproxy, service, application] = take(3) as [number, number, number];
  const superuserPassword = randomBytes(12).toString('hex');
  const databasePassword = randomBytes(12).toString('hex');
  const here = (port: number): string => `127.0.0.1:${port}`;
  const places = new Map<string, string>([
    ...nodePlaces(nodePorts),
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['SUPERUSER_PASSWORD', superuserPassword],
    ['REPLICATION_PASSWORD', randomBytes(12).toString('hex')],
    ['DATABASE_PASSWORD', databasePassword],
    ['bind 127.0.0.1:5000', `bind ${here(haproxy)}`],
    ['10.0.0.1:80', here(service)],
    ['10.0.0.2:80', here(application)],
    ...services.map((port, index): [string, string] => [
      `10.0.0.${11 + (index >> 1)}:${4600 + (index & 1)}`,
      here(port),
    ]),
    ...hosts.map((port, index): [string, string] => [`10.0.0.${11 + index}:3000`, here(port)]),
  ]);
  const named = { services, hosts, haproxy, service, application };
  const settings = { folder, places, ports: named, databasePassword, onUnexpectedEnd };
  return { settings, nodePorts, superuserPassword };
}

async function startDatabase(form: Form, layout: Layout): Promise<StateDatabase> {
  const { settings, nodePorts, superuserPassword } = layout;
  const { folder, places, databasePassword, onUnexpectedEnd } = settings;
  const database =
    form === 'single'
      ? await SinglePostgres.start()
      : await PostgresCluster.start({
          ...{ folder, places, superuserPassword, onUnexpectedEnd },
          ports: nodePorts,
        });
  const role = `CREATE ROLE dashboards LOGIN PASSWORD '${databasePassword}'`;
  for (const sql of [
    role,
    'CREATE ROLE dashboard_reader',
    'GRANT dashboard_reader TO dashboards',
    'CREATE DATABASE dashboards OWNER dashboards',
    'CREATE TABLE writes (at timestamptz NOT NULL DEFAULT now())',
  ]) {
    await database.run('postgres', sql);
  }
  return database;
}
