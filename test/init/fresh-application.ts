import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, TestRunner } from 'vitest';
import { startServer } from '../support/consumer.ts';
import { hasNginx, startNginxOnPort } from '../support/nginx.ts';
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
  /** The command that builds the application and starts it in production. */
  production: string;
  /** The package that this command needs. */
  needs: string | null;
  /** Whether the command starts the host only, behind a web server. */
  isHostOnly: boolean;
  /** The script that tries the build. */
  preview: string | null;
}

/** An application that its generator has made. */
export class FreshApplication {
  readonly folder = join(mkdtempSync(join(tmpdir(), 'fresh-')), 'app');
  readonly #generator: Generator;
  readonly #servers: AsyncDisposable[] = [];
  readonly #ports = new Map<string, number>();
  #env: NodeJS.ProcessEnv = {
    ...ordinaryEnvironment(),
    EMBEDDED_DASHBOARD_PACKAGE: `file:${PACKED}`,
  };

  private constructor(generator: Generator) {
    this.#generator = generator;
    onTestFinished(async () => {
      await this.stop();
      rmSync(dirname(this.folder), { recursive: true });
    });
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
    if (host) await this.#startCommand(`npm run ${host}`, 'src/proxy.conf.json');
    return this.#startScript(script!);
  }

  /** Builds the application and starts it in production, behind a web server if it needs one. */
  async startProduction({ production, needs, isHostOnly }: Steps): Promise<string> {
    const { adapter, builtFiles, portFile } = this.#generator;
    if (needs) await this.run('npm', ['install', '--no-audit', '--no-fund', needs]);
    if (needs && adapter) this.replace(...adapter, needs.replace(/(?<=.)@.*/, ''));
    const url = await this.#startCommand(production, portFile);
    if (!isHostOnly) return url;
    if (!hasNginx) TestRunner.getCurrentTest()!.context.skip('nginx is not installed.');
    const files = join(this.folder, builtFiles!);
    const web = await startNginxOnPort(dirname(this.folder), (port) =>
      toWebServer(port, files, url),
    );
    this.#servers.push(web);
    return `http://localhost:${web.port}`;
  }

  /** Starts the preview of the build. */
  startPreview(script: string): Promise<string> {
    return this.#startScript(script);
  }

  /** Ends all servers of the application. */
  async stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server[Symbol.asyncDispose]();
  }

  #startScript(script: string): Promise<string> {
    const { toPortArguments, portFile } = this.#generator;
    return this.#startCommand(`npm run ${script} --`, portFile, toPortArguments);
  }

  async #startCommand(
    line: string,
    portFile?: string,
    toArguments: Generator['toPortArguments'] = () => [],
  ): Promise<string> {
    const server = await onFreePort((port) => {
      if (portFile) this.#writePort(portFile, port);
      return startServer(port, 'sh', ['-c', [line, ...toArguments(port)].join(' ')], {
        cwd: this.folder,
        env: { ...this.#env, PORT: `${port}` },
        detached: true,
      });
    });
    this.#servers.push(server);
    return server.url;
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

/** Returns the configuration of nginx that the docs show, with the types of the files. */
function toWebServer(port: number, files: string, host: string): string {
  const server = readFileSync('docs/examples/built-files.conf', 'utf8')
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('/srv/app/dist', files)
    .replace('http://localhost:3000', host);
  return `access_log off; types { text/html html; text/javascript js; text/css css; } ${server}`;
}

function isCommand(makes: Generator['makes']): makes is readonly [string, ...string[]] {
  return Array.isArray(makes);
}

/** Returns the steps of the output of `init`. */
export function parseSteps(output: string): Steps {
  const tryFind = (pattern: RegExp): string | null => pattern.exec(output)?.[1] ?? null;
  const find = (pattern: RegExp): string => {
    const found = tryFind(pattern);
    if (found === null) throw new Error(`The output has no ${pattern}:\n${output}`);
    return found;
  };
  return {
    hostFile: find(/In (\S+), write the line marked/),
    envFile: find(/In (\S+), check the address/),
    scripts: [...find(/Run (.+)\./).matchAll(/npm run (\w+)/g)].map(([, script]) => script!),
    page: find(/Open http:\/\/localhost:\d+(\/\S+)\./),
    production: find(/^In production(?:, with \S+)?: (.+)$/m),
    needs: tryFind(/^In production, with (\S+):/m),
    isHostOnly: output.includes('Your web server sends the built files'),
    preview: tryFind(/^To try the build: npm run (\w+)$/m),
  };
}
