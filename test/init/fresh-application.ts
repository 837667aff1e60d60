import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { type Consumer, startServer } from '../support/consumer.ts';
import { withNode24 } from '../support/node-24.ts';
import { onFreePort } from '../support/on-free-port.mjs';
import { ordinaryEnvironment } from '../support/ordinary-environment.ts';
import { type Files, stateOf } from './application-folder.ts';
import type { Generator } from './generators.ts';

/** The packed package, which `init` installs. */
export const PACKED = resolve('test-results/init.tgz');

/** The steps that `init` prints. */
export interface Steps {
  hostFile: string;
  envFile: string;
  /** The scripts to run, the development server last. */
  scripts: string[];
  /** The path of the page. */
  page: string;
}

/** An application that its generator has made. */
export class FreshApplication {
  readonly folder = join(mkdtempSync(join(tmpdir(), 'fresh-')), 'app');
  readonly #generator: Generator;
  #server: Consumer | null = null;
  readonly #ports = new Map<string, number>();
  #env: NodeJS.ProcessEnv = {
    ...ordinaryEnvironment(),
    EMBEDDED_DASHBOARD_PACKAGE: `file:${PACKED}`,
  };

  private constructor(generator: Generator) {
    this.#generator = generator;
    onTestFinished(() => rmSync(dirname(this.folder), { recursive: true }));
  }

  /** Makes the application, with its packages. */
  static async make(generator: Generator): Promise<FreshApplication> {
    const app = new FreshApplication(generator);
    if (generator.needsNode24) app.#env = await withNode24(app.#env);
    const { makes } = generator;
    if (isCommand(makes)) await app.run('npx', ['--yes', ...makes], dirname(app.folder));
    else app.#write(makes);
    await app.run('git', ['init', '--quiet']);
    await app.run('npm', ['install', '--no-audit', '--no-fund']);
    return app;
  }

  /** Runs a program and returns its output. Throws an error with the output if it fails. */
  async run(program: string, args: readonly string[], cwd = this.folder): Promise<string> {
    const running = promisify(execFile)(program, args, { cwd, env: this.#env });
    // Nobody answers questions.
    running.child.stdin?.end();
    const { stdout } = await running.catch(
      ({ message, stdout: said }: { message: string; stdout: string }) => {
        throw new Error(`${message}\n${said}`);
      },
    );
    return stdout;
  }

  /** Runs `init` and returns its output. */
  init(): Promise<string> {
    return this.run('node', [resolve('dist/command.js'), 'init', '--yes']);
  }

  /** The bytes of all files, with the times of their changes. */
  state(): Record<string, string> {
    return stateOf(this.folder);
  }

  replace(name: string, from: string | RegExp, to: string): void {
    const path = join(this.folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }

  /** Starts the development server, and returns its address when it answers. */
  async start({ scripts }: Steps): Promise<string> {
    const [host, script] = scripts.length > 1 ? scripts : [null, ...scripts];
    // A host that is a server of its own, to which the development server passes requests on.
    if (host) await this.#startScript(host, () => [], 'src/proxy.conf.json');
    const { toPortArguments, portFile } = this.#generator;
    this.#server = await this.#startScript(script!, toPortArguments, portFile);
    return this.#server.url;
  }

  /** Ends the development server. */
  async stop(): Promise<void> {
    await this.#server![Symbol.asyncDispose]();
  }

  async #startScript(
    script: string,
    toArguments: Generator['toPortArguments'],
    portFile?: string,
  ): Promise<Consumer> {
    const server = await onFreePort((port) => {
      if (portFile) this.#writePort(portFile, port);
      const args = ['run', script, '--', ...(toArguments?.(port) ?? [])];
      return startServer(port, 'npm', args, {
        cwd: this.folder,
        env: { ...this.#env, PORT: `${port}` },
        detached: true,
      });
    });
    onTestFinished(() => server[Symbol.asyncDispose]());
    return server;
  }

  /** Replaces port 3000 in a file, or the port of the last start. */
  #writePort(file: string, port: number): void {
    this.replace(file, new RegExp(`\\b${this.#ports.get(file) ?? 3000}\\b`), `${port}`);
    this.#ports.set(file, port);
  }

  #write(files: Files): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}

function isCommand(makes: Generator['makes']): makes is readonly [string, ...string[]] {
  return Array.isArray(makes);
}

/** Returns the steps of the output of `init`. */
export function parseSteps(output: string): Steps {
  const find = (pattern: RegExp): string => {
    const [, found] = pattern.exec(output) ?? [];
    if (found === undefined) throw new Error(`The output has no ${pattern}:\n${output}`);
    return found;
  };
  return {
    hostFile: find(/In (\S+), write the line marked/),
    envFile: find(/In (\S+), check the address/),
    scripts: [...find(/Run (.+)\./).matchAll(/npm run (\w+)/g)].map(([, script]) => script!),
    page: find(/Open http:\/\/localhost:\d+(\/\S+)\./),
  };
}
