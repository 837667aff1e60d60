import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, spawnService, waitUntilListening } from './service-process.ts';

const MIGRATIONS = 'service/src/state/migrations.ts';
const TSX = import.meta.resolve('tsx');

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit before the last change of the tables; an empty text in a copy without the history. */
export const previousCommit = findPrevious();

function findPrevious(): string {
  try {
    const change = git('log', '--max-count=1', '--format=%H', '--', MIGRATIONS);
    return git('rev-parse', '--verify', '--quiet', `${change}^`);
  } catch {
    return '';
  }
}

/** The service as it was before the last change of the tables. */
export class PreviousVersion implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'previous-version-'));

  constructor() {
    git('archive', '--output', join(this.#folder, 'all.tar'), previousCommit);
    execFileSync('tar', ['--extract', '--file=all.tar'], { cwd: this.#folder });
    const modules = join(import.meta.dirname, '../../node_modules');
    symlinkSync(modules, join(this.#folder, 'node_modules'));
  }

  /** Starts it, and waits until it listens. */
  readonly start = (env: Record<string, string>): Promise<ServiceProcess> => {
    const main = join(this.#folder, 'service/src/main.ts');
    return waitUntilListening(spawnService(env, ['--import', TSX], [], main));
  };

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}
