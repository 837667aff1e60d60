import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

/** The user `nobody` on Debian. */
const NOBODY = 65_534;
const dockerfile = readFileSync('Dockerfile', 'utf8');

/** The folder that replaces the volume `/data` of the image. */
export const DATA = resolve('test-results/volume');

/** Returns the command of an instruction such as `CMD ["node", …]`. */
export function commandOf(instruction: string): string[] {
  const [, json] = new RegExp(`^${instruction} .*?(\\[.*\\])$`, 'm').exec(dockerfile)!;
  return JSON.parse(json!) as string[];
}

/** Returns the variables of the instruction `ENV`. */
export function environment(): Record<string, string> {
  const [, line] = /^ENV (.*)$/m.exec(dockerfile)!;
  return Object.fromEntries(line!.split(' ').map((pair) => pair.split('=')));
}

/** Empties {@link DATA} and gives it to the user of the container. */
export function prepareData(): void {
  rmSync(DATA, { recursive: true, force: true });
  mkdirSync(DATA, { recursive: true, mode: 0o700 });
  chownSync(DATA, NOBODY, NOBODY);
}

/** Returns a command as a container runs it: no privileges, all files read-only except {@link DATA}. */
export function isolate(command: readonly string[]): [string, string[]] {
  const script = `
    mount --bind '${DATA}' '${DATA}'
    mount -o remount,bind,ro /
    exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs "$@"`;
  return ['unshare', ['--mount', 'sh', '-euc', script, 'sh', ...command]];
}

/** Returns whether this user may {@link isolate}, and `nobody` may read the project. */
export function canIsolate(): boolean {
  if (process.getuid?.() !== 0) return false;
  prepareData();
  const [program, options] = isolate(['test', '-r', resolve('package.json')]);
  return spawnSync(program, options).status === 0;
}
