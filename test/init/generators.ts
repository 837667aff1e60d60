import type { Files } from './application-folder.ts';
import {
  ASTRO_FILES,
  ASTRO_SERVER_FILES,
  HONO_FILES,
  NUXT_FILES,
  REACT_ROUTER_FILES,
} from './template-files.ts';

/** A way to make a fresh application of a framework. */
export interface Generator {
  name: string;
  /** The package on npm with its version, and the arguments that make the folder `app`; or the files of a template. */
  makes: readonly [generator: string, ...args: string[]] | Files;
  /** The arguments of the development server that set its port, if `PORT` does not. */
  toPortArguments?: (port: number) => string[];
  /** The file in which the port 3000 is written. */
  portFile?: string;
  /** Whether the development server has to be started again after a change of the host. */
  isStartedAgain?: boolean;
  /** The script that checks the types of the written files. */
  check?: string;
  /** The folder of the built files, if a web server sends them in production. */
  builtFiles?: string;
  /** The file that names an adapter, and the adapter to replace by the one that production needs. */
  adapter?: readonly [file: string, name: string];
  /** Whether the framework needs a newer Node.js than this package. */
  needsNode24?: boolean;
}

function toPort(port: number): string[] {
  return ['--port', `${port}`];
}

function toStrictPort(port: number): string[] {
  return [...toPort(port), '--strictPort'];
}

/** Vite's generator. `CREATE_VITE=latest` tries the newest one. */
const CREATE_VITE = `create-vite@${process.env.CREATE_VITE ?? '9.3.0'}`;

function viteTemplate(template: string): Generator {
  return {
    name: `Vite, ${template}`,
    makes: [CREATE_VITE, 'app', '--template', template, '--no-interactive'],
    toPortArguments: toStrictPort,
    check: 'build',
    builtFiles: 'dist',
  };
}

/** The generators of the frameworks that `init` knows. */
export const GENERATORS: readonly Generator[] = [
  ...['vanilla-ts', 'react-ts', 'vue-ts', 'svelte-ts', 'solid-ts', 'lit-ts'].map(viteTemplate),
  {
    name: 'Next.js',
    // The build of another template downloads fonts.
    makes: ['create-next-app@16.4.3', 'app', '--yes', '--empty', '--skip-install', '--disable-git'],
    toPortArguments: toPort,
  },
  {
    name: 'SvelteKit',
    makes: [
      'sv@0.17.1',
      'create',
      'app',
      ...['--template', 'minimal', '--types', 'ts', '--no-add-ons', '--no-install'],
    ],
    toPortArguments: toStrictPort,
    check: 'check',
    adapter: ['vite.config.ts', '@sveltejs/adapter-auto'],
  },
  {
    name: 'Vue',
    makes: ['create-vue@3.24.0', 'app', '--ts', '--bare'],
    toPortArguments: toStrictPort,
    check: 'build',
    builtFiles: 'dist',
    needsNode24: true,
  },
  {
    name: 'React Router',
    makes: REACT_ROUTER_FILES,
    toPortArguments: toStrictPort,
    check: 'typecheck',
    needsNode24: true,
  },
  {
    name: 'Astro',
    makes: ASTRO_FILES,
    toPortArguments: toPort,
    check: 'build',
    builtFiles: 'dist',
    needsNode24: true,
  },
  {
    name: 'Astro with an adapter',
    makes: ASTRO_SERVER_FILES,
    toPortArguments: toPort,
    check: 'build',
    needsNode24: true,
  },
  {
    name: 'Express',
    makes: ['express-generator@4.16.1', '--no-view', 'app'],
    isStartedAgain: true,
  },
  {
    name: 'Hono',
    makes: HONO_FILES,
    portFile: 'src/index.ts',
    check: 'build',
  },
  {
    name: 'Angular',
    makes: [
      '@angular/cli@22.2.7',
      'new',
      'app',
      ...['--defaults', '--skip-install', '--skip-git', '--ai-config=none'],
    ],
    toPortArguments: toPort,
    check: 'build',
    builtFiles: 'dist/app/browser',
    needsNode24: true,
  },
  {
    name: 'Fastify',
    makes: ['fastify-cli@8.0.2', 'generate', 'app', '--esm'],
    needsNode24: true,
  },
  {
    name: 'Nuxt',
    makes: NUXT_FILES,
    toPortArguments: toPort,
    needsNode24: true,
  },
];
