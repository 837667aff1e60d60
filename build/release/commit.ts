import { execFileSync } from 'node:child_process';

/** A container may run this as another user than the owner of the clone. */
const ANY_OWNER = ['-c', 'safe.directory=*'];

/** Runs git in the current folder, and returns its output. */
function git(...args: string[]): string {
  return execFileSync('git', [...ANY_OWNER, ...args], { encoding: 'utf8' }).trim();
}

/** Writes the files of the last commit, and no other files, into an empty folder. */
export function exportCommit(folder: string): void {
  const archive = execFileSync('git', [...ANY_OWNER, 'archive', 'HEAD'], {
    maxBuffer: 1024 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** Returns a finding for changes that are not committed, and for a commit without the tag of its version. */
export function findUntagged(version: string): string[] {
  const changes = git('status', '--porcelain').split('\n').filter(Boolean);
  const tags = git('tag', '--points-at', 'HEAD').split('\n');
  return [
    ...(changes.length
      ? [`Commit or remove ${changes.length} changed files: a release has none of them.`]
      : []),
    ...(tags.includes(`v${version}`) ? [] : [`Tag this commit with \`git tag v${version}\`.`]),
  ];
}
