import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackedPackage } from './pack-package.ts';

/** The folder whose lock file pins both tools. */
const TOOLS = 'test/package';

/** The problems of entries that are right as they are, with the reasons. */
const EXPLAINED: readonly { kind: string; entry: RegExp; reason: string }[] = [
  {
    kind: 'UntypedResolution',
    entry: /\.min\.js$/,
    reason: 'A page loads these files by `<script src>`. Nobody imports them.',
  },
];

/** The ways to import that the package supports: it has ES modules and `exports` only. */
const IMPORTS = new Set(['node16-esm', 'bundler']);

/** A problem of `attw --format json`. */
interface Problem {
  kind: string;
  entrypoint?: string;
  resolutionKind?: string;
}

/** Prints each message of publint in a line. Its command would hide which ones are suggestions. */
const PUBLINT = `
  import { publint } from 'publint';
  import { formatMessage } from 'publint/utils';
  const { messages, pkg } = await publint({ pkgDir: process.argv[1], pack: false, strict: true });
  for (const message of messages) console.log(formatMessage(message, pkg, { color: false }));`;

/** Returns a finding for each message of publint, and for each unexplained problem of “Are the types wrong?”. */
export function lintPackage({ folder, tarball, manifest }: PackedPackage): string[] {
  if (!existsSync(`${TOOLS}/node_modules`)) {
    execFileSync('npm', ['ci', '--prefix', TOOLS], { stdio: 'pipe' });
  }
  const messages = run(process.execPath, ['--input-type=module', '--eval', PUBLINT, folder]);
  return [
    ...messages
      .split('\n')
      .filter(Boolean)
      .map((line) => `${manifest.name}: publint says: ${line}`),
    ...readProblems(tarball).map(
      ({ kind, entrypoint = 'the package', resolutionKind = 'all' }) =>
        `${manifest.name}: attw finds ${kind} in ${entrypoint} (${resolutionKind}). Fix \`exports\` or the types of package.json.`,
    ),
  ];
}

function readProblems(tarball: string): Problem[] {
  const output = run('node_modules/.bin/attw', [tarball, '--format', 'json']);
  const { analysis } = JSON.parse(output) as { analysis: { problems?: Problem[] } };
  return (analysis.problems ?? []).filter(
    ({ kind, entrypoint = '', resolutionKind }) =>
      (!resolutionKind || IMPORTS.has(resolutionKind)) &&
      !EXPLAINED.some((known) => known.kind === kind && known.entry.test(entrypoint)),
  );
}

/** Runs a tool. Its status is not read, because it only says whether there are messages. */
function run(program: string, args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lint-package-'));
  const output = join(folder, 'output');
  // Into a file: attw exits before a pipe has taken all of its output.
  const { stderr } = spawnSync(program, args, {
    cwd: TOOLS,
    encoding: 'utf8',
    stdio: ['ignore', openSync(output, 'w'), 'pipe'],
  });
  if (stderr) throw new Error(stderr);
  const text = readFileSync(output, 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}
