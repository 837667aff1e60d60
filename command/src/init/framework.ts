import type { Application } from './application.ts';
import type { Plan } from './plan.ts';

/** A framework that `init` knows. */
export interface Framework {
  name: string;
  isUsed: (app: Application) => boolean;
  /** The files of environment variables that it reads, if not all usual ones. */
  envFiles?: readonly string[];
  /** Adds the files and changes to the plan, and returns the rest of the way. */
  plan: (plan: Plan, app: Application, envFile: string) => Start;
}

/** The way from the written files to a dashboard on screen. */
export interface Start {
  /** The file with the line that lets nobody in. */
  hostFile: string;
  /** The scripts of package.json to start, each in a terminal of its own. */
  scripts: readonly string[];
  /** The address of the page. */
  page: string;
  /** The rest of the way for the application in production. */
  production: Production;
}

/** The way to run an application in production. */
export interface Production {
  /** The command that builds and starts it. `null`: the server starts as before. */
  command: string | null;
  /** The package that the command needs and the application lacks. */
  needs?: string | null;
  /** Whether the command starts only the host, because the build is files for a web server. */
  isHostOnly?: boolean;
  /** The script of package.json that tries the build. */
  preview?: string;
}

/** Returns a package, with a version if it has one, unless the application has the package. */
export function lacking({ dependencies }: Application, name: string, version = ''): string | null {
  return dependencies.has(name) ? null : name + version;
}

/** Returns the command that builds an application and then starts it. */
export function buildAnd({ manager }: Application, start: string): string {
  return `${manager.run} build && ${start}`;
}

/** Returns a file with the types of the tag in templates. */
export function typesFile(name: string): string {
  return `import 'embedded-dashboard/${name}';\n`;
}

/** The name of that file. */
export const TYPES_FILE = 'embedded-dashboard.d.ts';

/** The words for each kind of file. */
export const PURPOSES = {
  host: 'your host: keeps the key, decides who sees what',
  page: 'a page with the tag',
  types: 'the types of the tag',
  proxy: 'passes /dashboards on to your host',
  plugin: 'answers /dashboards with your host',
  routes: 'knows the page and the host',
  pages: 'shows pages',
  front: 'keeps your front page, which had no page file',
  tag: 'knows the tag',
  script: 'starts your host',
  mount: 'answers /dashboards',
};
