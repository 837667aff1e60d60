import { NUXT_FILES } from './template-files.ts';
import { type Files, packageFile } from './application-folder.ts';

/** An application before `init`. */
interface KnownApplication {
  name: string;
  files: Files;
}

const ASTRO = { '.gitignore': 'node_modules\n*.local\n', 'tsconfig.json': '{}\n' };
const VITE_SCRIPTS = { dev: 'vite', build: 'vite build', preview: 'vite preview' };
const VITE = { ...ASTRO, 'index.html': '<!doctype html>\n' };

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
  {
    name: 'React Router',
    files: {
      '.gitignore': '.env\n',
      'package.json': packageFile(['@react-router/dev', 'react@^19.2.0', 'vite', 'typescript']),
      'react-router.config.ts': 'export default { ssr: true };\n',
      'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
    },
  },
  {
    name: 'Astro',
    files: {
      ...ASTRO,
      'package.json': packageFile(['astro@^6.0.0']),
      'astro.config.mjs': `// @ts-check
import { defineConfig } from 'astro/config';

// https://astro.build/config
export default defineConfig({});
`,
    },
  },
  {
    name: 'Astro 6 with an adapter',
    files: {
      ...ASTRO,
      'package.json': packageFile(['astro@^6.0.0']),
      'astro.config.mjs': `import node from '@astrojs/node';
export default { adapter: node({ mode: 'standalone' }) };
`,
    },
  },
  {
    name: 'Nuxt',
    files: {
      '.gitignore': '.env\n',
      'package.json': packageFile(['nuxt@^4.4.0', 'vue']),
      'tsconfig.json': '{}\n',
      'nuxt.config.ts': `export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true }
})
`,
      'app/app.vue': NUXT_FILES['app/app.vue']!,
    },
  },
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
  server('Hono', {
    'package.json': packageFile(['hono', '@hono/node-server']),
    'src/index.ts': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => {
  return c.text('Hello Hono!')
})

serve({ fetch: app.fetch, port: 3000 })
`,
  }),
];
