import { type Files, packageFile } from './application-folder.ts';
import {
  ASTRO_FILES,
  ASTRO_SERVER_FILES,
  HONO_FILES,
  NUXT_FILES,
  REACT_ROUTER_FILES,
} from './template-files.ts';

/** An application before `init`. */
interface KnownApplication {
  name: string;
  files: Files;
}

const VITE_SCRIPTS = { dev: 'vite', build: 'vite build', preview: 'vite preview' };
const VITE = {
  '.gitignore': 'node_modules\n*.local\n',
  'tsconfig.json': '{}\n',
  'index.html': '<!doctype html>\n',
};

function viteConfig(plugin: string, from: string, local = plugin): Files {
  const text = `import { defineConfig } from 'vite'
import ${local} from '${from}'

// https://vite.dev/config/
export default defineConfig({
  plugins: [${plugin}()],
})
`;
  return { 'vite.config.ts': text };
}

function vite(
  name: string,
  dependencies: readonly string[] = [],
  config: Files = {},
): KnownApplication {
  return {
    name,
    files: {
      ...VITE,
      'package.json': packageFile(['vite', ...dependencies], { scripts: VITE_SCRIPTS }),
      ...config,
    },
  };
}

/** An application of a template, whose package is installed already. */
function fromTemplate(
  name: string,
  files: Files,
  dependencies: readonly string[],
): KnownApplication {
  return { name, files: { ...files, 'package.json': packageFile(dependencies) } };
}

/** A server in a file. */
function server(name: string, files: Files): KnownApplication {
  return { name, files: { '.gitignore': '.env\n', ...files } };
}

const NEXT = { '.gitignore': '.env*\n' };

/** One application of each framework, as the framework's own generator makes it. */
export const APPLICATIONS: readonly KnownApplication[] = [
  vite('Vite'),
  vite('Vite with Lit', ['lit']),
  vite('Vite with React', ['react@^19.2.0'], viteConfig('react', '@vitejs/plugin-react')),
  vite(
    'Vite with React 18',
    ['react@^18.3.1', '@lit/react'],
    viteConfig('react', '@vitejs/plugin-react'),
  ),
  vite('Vite with Vue', ['vue'], viteConfig('vue', '@vitejs/plugin-vue')),
  vite(
    'Vite with Svelte',
    ['svelte'],
    viteConfig('svelte', '@sveltejs/vite-plugin-svelte', '{ svelte }'),
  ),
  vite('Vite with Solid', ['solid-js'], viteConfig('solid', 'vite-plugin-solid')),
  {
    name: 'Next.js',
    files: {
      ...NEXT,
      'package.json': packageFile(['next', 'react@19.2.0', 'typescript']),
      'app/page.tsx': '',
    },
  },
  {
    name: 'Next.js 14',
    files: {
      ...NEXT,
      'package.json': packageFile(['next@^14.2.0', 'react@^18', '@lit/react'], {
        type: undefined,
      }),
      'src/app/page.jsx': '',
    },
  },
  {
    name: 'SvelteKit',
    files: {
      '.gitignore': '.env\n',
      'package.json': packageFile(['@sveltejs/kit@^2.63.0', 'svelte', 'vite', 'typescript']),
      ...viteConfig('sveltekit', '@sveltejs/kit/vite', '{ sveltekit }'),
    },
  },
  fromTemplate('React Router', REACT_ROUTER_FILES, ['@react-router/dev', 'react@^19.2.0', 'vite']),
  fromTemplate('Astro', ASTRO_FILES, ['astro@^6.0.0']),
  fromTemplate(
    'Astro 6 with an adapter',
    { ...ASTRO_SERVER_FILES, '.gitignore': 'node_modules\n*.local\n' },
    ['astro@^6.0.0'],
  ),
  fromTemplate('Nuxt', NUXT_FILES, ['nuxt@^4.4.0', 'vue']),
  {
    name: 'Nuxt 3',
    files: {
      '.gitignore': '.env\n',
      'package.json': packageFile(['nuxt@^3.20.0']),
      'nuxt.config.js': 'export default {};\n',
      'app/router.options.js': '',
    },
  },
  {
    name: 'Angular',
    files: {
      'package.json': packageFile(['@angular/core', 'typescript'], {
        scripts: { start: 'ng serve' },
      }),
      'angular.json': `{
  "version": 1,
  "projects": {
    "app": {
      "root": "",
      "architect": {
        "build": { "builder": "@angular/build:application" },
        "serve": {
          "builder": "@angular/build:dev-server",
          "defaultConfiguration": "development"
        }
      }
    }
  }
}
`,
      'src/app/app.routes.ts': `import { Routes } from '@angular/router';

export const routes: Routes = [];
`,
    },
  },
  server('Express', {
    'package.json': packageFile(['express'], { scripts: { start: 'node server.js' } }),
    'server.js': `import express from 'express';
import session from 'express-session';

const app = express();
app.use(session({ secret: 'x' }));
app.set('view engine', 'pug');

// The front page.
app.get('/', (req, res) => res.send('Hello'));
app.listen(3000);
`,
  }),
  server('Express 4', {
    'package.json': packageFile(['express'], { type: undefined, main: './app.js' }),
    'app.js': `var express = require('express')
var logger = require('morgan')

var app = express()

app.use(logger('dev'))
app.use('/', require('./routes'))

module.exports = app
`,
  }),
  server('Fastify', {
    'package.json': packageFile(['fastify'], { scripts: { dev: 'tsx watch src/index.ts' } }),
    'tsconfig.json': '{}\n',
    'src/index.ts': `import Fastify from 'fastify';

export const app = Fastify({ logger: true });
await app.register(cookie);
app.get('/', async () => ({ hello: 'world' }));
await app.listen({ port: 3000 });
`,
  }),
  server('Fastify 5 as a plugin', {
    'package.json': packageFile(['fastify', 'fastify-cli'], {
      type: 'commonjs',
      main: 'app.js',
      scripts: { dev: 'fastify start -w -l info -P app.js' },
    }),
    'app.js': `'use strict'

const path = require('node:path')
const AutoLoad = require('@fastify/autoload')

const options = {}

module.exports = async function (fastify, opts) {
  // Routes are in a folder.
  fastify.register(AutoLoad, {
    dir: path.join(__dirname, 'routes'),
    options: Object.assign({}, opts)
  })
}

module.exports.options = options
`,
  }),
  fromTemplate('Hono', HONO_FILES, ['hono', '@hono/node-server']),
];
