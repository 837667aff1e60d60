import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Folder } from './folder.ts';
import { InitError } from './init-error.ts';

/** The application to add the package to. */
export interface Application {
  folder: Folder;
  /** The version ranges of all dependencies. */
  dependencies: ReadonlyMap<string, string>;
  /** The commands of package.json. */
  scripts: Readonly<Record<string, string>>;
  main: string | null;
  /** Files that end in `.js` or `.ts` are ES modules. */
  isModule: boolean;
  hasTypeScript: boolean;
  manager: PackageManager;
}

/** A package manager, and the arguments of its command that adds a package. */
export interface PackageManager {
  name: string;
  add: string;
  /** Its lock files, the usual one first. */
  locks: readonly string[];
  /** The command that runs a script of package.json. */
  run: string;
}

const MANAGERS: readonly PackageManager[] = [
  { name: 'pnpm', add: 'add', locks: ['pnpm-lock.yaml'], run: 'pnpm' },
  { name: 'yarn', add: 'add', locks: ['yarn.lock'], run: 'yarn' },
  { name: 'bun', add: 'add', locks: ['bun.lock', 'bun.lockb'], run: 'bun run' },
  {
    name: 'npm',
    add: 'install',
    locks: ['package-lock.json', 'npm-shrinkwrap.json'],
    run: 'npm run',
  },
];
const NPM = MANAGERS.at(-1)!;

interface PackageFile {
  type?: unknown;
  main?: unknown;
  packageManager?: unknown;
  scripts?: unknown;
  dependencies?: unknown;
  devDependencies?: unknown;
}

/** Reads the application of a folder. Throws {@link InitError} if it has no readable `package.json`. */
export function readApplication(root: string): Application {
  const folder = new Folder(root);
  const file = readPackageFile(folder);
  const dependencies = new Map([...texts(file.devDependencies), ...texts(file.dependencies)]);
  return {
    folder,
    dependencies,
    scripts: Object.fromEntries(texts(file.scripts)),
    main: typeof file.main === 'string' ? file.main : null,
    isModule: file.type === 'module',
    hasTypeScript: dependencies.has('typescript') || folder.read('tsconfig.json') !== null,
    manager: findManager(root, file.packageManager),
  };
}

/** Returns the major version of a range such as `^19.2.0`, or `null`. */
export function majorOf(range: string | undefined): number | null {
  const [digits] = /\d+/.exec(range ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns the first of the paths that exists in the application. */
export function firstOf({ folder }: Application, paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(folder.place(path)));
}

function readPackageFile(folder: Folder): PackageFile {
  const text = folder.read('package.json');
  if (text === null) {
    throw new InitError(
      'There is no package.json here. Run init in the folder of your application.',
    );
  }
  try {
    // Package managers accept a byte order mark, which JSON forbids.
    return Object(JSON.parse(text.replace(/^\uFEFF/, ''))) as PackageFile;
  } catch {
    throw new InitError('package.json is not valid JSON. Fix it first.');
  }
}

function texts(value: unknown): [string, string][] {
  return Object.entries(Object(value) as object).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
}

/** Finds the package manager by `packageManager`, else by the closest lock file. Workspaces share one further up. */
function findManager(root: string, named: unknown): PackageManager {
  const byName = MANAGERS.find(({ name }) => String(named).startsWith(`${name}@`));
  if (byName) return byName;
  for (let place = root; ; place = dirname(place)) {
    const byLock = MANAGERS.find(({ locks }) =>
      locks.some((lock) => existsSync(join(place, lock))),
    );
    if (byLock) return byLock;
    // A lock file above the repository belongs to something else.
    if (existsSync(join(place, '.git')) || place === dirname(place)) return NPM;
  }
}
