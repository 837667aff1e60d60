import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../../service/src/start/settings.ts';
import { findProgram, hasProgram } from '../../support/installed-program.ts';

const UNIT = 'docs/examples/dashboard-service.service';
const MANIFESTS = 'docs/examples/kubernetes.yaml';

const VARIABLES = new Set<string>(Object.values(SETTINGS).map(({ variable }) => variable));
/** The settings with a secret in their value. */
const SECRET = /SECRET|KEY|PASSWORD|DATA_URL/;
/** The seconds for queries of `SERVICE_QUERY_LIMIT`, and for answers, as `docs/production.md` has them. */
const CLOSING_SECONDS = SETTINGS.queryLimitMs.fallback + 10;

const hasSystemd = hasProgram('systemd-analyze');
const python = findProgram('python3', 'yaml');

/** The names and values of the `Environment` lines of the unit. */
async function readUnitEnvironment(): Promise<Record<string, string>> {
  const unit = await readFile(UNIT, 'utf8');
  const lines = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name!, value!]));
}

it('has a unit and secrets with known settings; the unit waits for the calls under way', async () => {
  const { NODE_ENV, ...settings } = await readUnitEnvironment();
  expect(NODE_ENV).toBe('production');
  expect(Object.keys(settings).filter((name) => !VARIABLES.has(name))).toEqual([]);
  expect(Object.keys(settings).filter((name) => SECRET.test(name))).toEqual([]);
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(await readFile(UNIT, 'utf8'))!;
  expect(Number(seconds)).toBe(Number(settings['SERVICE_DRAIN_SECONDS']) + CLOSING_SECONDS);
  // The command of the manifests that makes the secrets.
  const secrets = (await readFile(MANIFESTS, 'utf8')).matchAll(/--from-literal=(\w+)/g);
  const names = Array.from(secrets, ([, name]) => name!);
  expect(names.filter((name) => !VARIABLES.has(name))).toEqual([]);
});

it.skipIf(!hasSystemd)(
  `has a unit that systemd accepts, with few rights${hasSystemd ? '' : ', skipped: this machine lacks systemd-analyze'}`,
  async () => {
    const folder = await mkdtemp(`${tmpdir()}/unit-`);
    const file = `${folder}/dashboard-service.service`;
    // systemd also checks that there is the program.
    await writeFile(
      file,
      (await readFile(UNIT, 'utf8')).replace('/usr/bin/node', process.execPath),
    );
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    const { status, stdout, stderr } = analyze('verify', '--man=no', '--recursive-errors=no');
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
    // systemd calls an exposure below 2 of 10 "OK". In tenths.
    const security = analyze('security', '--offline=true', '--no-pager', '--threshold=20');
    expect(security.status, security.stdout).toBe(0);
    await rm(folder, { recursive: true });
  },
);

interface Probe {
  httpGet: { path: string; port: string };
}

interface PodSpec {
  terminationGracePeriodSeconds: number;
  containers: [
    {
      ports: { name: string; containerPort: number }[];
      env: { name: string; value: unknown }[];
      readinessProbe: Probe;
      livenessProbe: Probe;
    },
  ];
}

/** Returns the documents of a YAML file. */
function readYaml(path: string): Record<string, unknown>[] {
  const script =
    'import json, sys, yaml; json.dump(list(yaml.safe_load_all(open(sys.argv[1], encoding="utf-8"))), sys.stdout)';
  const { stdout, stderr } = spawnSync(python!, ['-c', script, path], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, unknown>[];
}

it.skipIf(!python)(
  `has Kubernetes manifests that fit each other and the service${python ? '' : ', skipped: this machine lacks PyYAML'}`,
  () => {
    const [deployment, service, budget, ...others] = readYaml(MANIFESTS);
    expect(others).toEqual([]);
    const kinds = [deployment, service, budget].map((each) => each!['kind']);
    expect(kinds).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    const labels = { app: 'dashboards' };
    expect(deployment).toMatchObject({
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
    });
    expect(service).toMatchObject({ spec: { selector: labels, ports: [{ targetPort: 'http' }] } });
    expect(budget).toMatchObject({ spec: { selector: { matchLabels: labels } } });

    const { spec } = (deployment as { spec: { template: { spec: PodSpec } } }).spec.template;
    const [{ ports, env, readinessProbe, livenessProbe }] = spec.containers;
    expect(ports).toEqual([{ name: 'http', containerPort: SETTINGS.port.fallback }]);
    const probes = [readinessProbe, livenessProbe].map(({ httpGet }) => httpGet);
    expect(probes).toEqual([
      { path: '/ready', port: 'http' },
      { path: '/live', port: 'http' },
    ]);
    // Kubernetes refuses numbers as values.
    expect(env.filter(({ value }) => typeof value !== 'string')).toEqual([]);
    const names = env.map(({ name }) => name);
    expect(names.filter((name) => !VARIABLES.has(name) || SECRET.test(name))).toEqual([]);
    const drain = env.find(({ name }) => name === 'SERVICE_DRAIN_SECONDS');
    expect(spec.terminationGracePeriodSeconds).toBe(Number(drain?.value) + CLOSING_SECONDS);
  },
);
