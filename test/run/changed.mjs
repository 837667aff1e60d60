import { execFileSync } from 'node:child_process';
import process from 'node:process';

const HOURS = 12;

/**
 * Returns the paths that the change touches: all commits since `CI_BASE`, or else those of the last 12 hours before
 * the newest commit. Returns undefined if the history is not there.
 * @returns {string[] | undefined}
 */
export function changedPaths() {
  const newest = Number(git('log', '-1', '--format=%ct'));
  const before = `--before=${newest - HOURS * 3600}`;
  const base = process.env.CI_BASE ?? git('rev-list', '-1', before, 'HEAD');
  return base ? git('diff', '--name-only', '--no-renames', base, 'HEAD').split('\n') : undefined;
}

/** Returns the number of commits. */
export function countCommits() {
  return Number(git('rev-list', '--count', 'HEAD'));
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
