import { NUXT_FILES } from './template-files.ts';
import { type Files, packageFile } from './application-folder.ts';

/** An application, and the files that `init` adds or adds to. */
interface KnownApplication {
  name: string;
  files: Files;
  added: readonly string[];
  changed: readonly string[];
  /** The number of steps that it leaves to the developer. Default: 0. */
  left?: number;
}

const TYPES = 'embedded-dashboard.d.ts';

const VITE = { '.gitignore': 'node_modules\n*.local\n', 'tsconfig.json': '{}\n' };

function viteConfig(plugin: string, from: string, local = plugin): string {
  return `import { defineConfig } from 'vite'
import ${local} from '${from}'

// https://vite.dev/config/
export default defineConfig({
  plugins: [${plugin}()],
})
`;
}

function vite(
  name: string,
  dependencies: readonly string[],
  config: string | null,
  components: readonly string[],
): KnownApplication {
  const files = { ...VITE, 'package.json': packageFile(['vite', ...dependencies]) };
  return {
    name,
    files: config ? { ...files, 'vite.config.ts': config } : files,
    added: [
      '.env.local',
      'dashboard.html',
      'dashboards.mjs',
      ...components.map((component) => `src/dashboard/${component}`),
      ...(config ? [] : ['vite.config.js']),
    ],
    changed: config ? ['vite.config.ts'] : [],
  };
}

/** A server in a file, and the files that change. */
function server(name: string, files: Files, host: string): KnownApplication {
  const entry = Object.keys(files).find((each) => /\.[cm]?[jt]s$/.test(each))!;
  return {
    name,
    files: { '.gitignore': '.env\n', ...files },
    added: ['.env', host],
    changed: [entry],
  };
}

const NEXT = { '.gitignore': '.env*\n' };

/** One application of each framework, as the framework's own generator makes it. */
export const APPLICATIONS: readonly KnownApplication[] = [
  vite('Vite', [], null, ['main.ts']),
  vite('Vite with Lit', ['lit'], null, ['main.ts', 'sales-page.ts']),
  vite('Vite with React', ['react@^19.2.0'], viteConfig('react', '@vitejs/plugin-react'), [
    'Dashboard.tsx',
    TYPES,
    'main.tsx',
  ]),
  vite(
    'Vite with React 18',
    ['react@^18.3.1', '@lit/react'],
    viteConfig('react', '@vitejs/plugin-react'),
    ['Dashboard.tsx', 'main.tsx'],
  ),
  vite('Vite with Vue', ['vue'], viteConfig('vue', '@vitejs/plugin-vue'), [
    'Dashboard.vue',
    TYPES,
    'main.ts',
  ]),
  vite(
    'Vite with Svelte',
    ['svelte'],
    viteConfig('svelte', '@sveltejs/vite-plugin-svelte', '{ svelte }'),
    ['Dashboard.svelte', TYPES, 'main.ts'],
  ),
  vite('Vite with Solid', ['solid-js'], viteConfig('solid', 'vite-plugin-solid'), [
    'Dashboard.tsx',
    TYPES,
    'main.tsx',
  ]),
  {
    name: 'Next.js',
    files: {
      ...NEXT,
      'package.json': packageFile(['next', 'react@19.2.0', 'typescript']),
      'app/page.tsx': '',
    },
    added: [
      '.env',
      'app/dashboard/embedded-dashboard.d.ts',
      'app/dashboard/page.tsx',
      'app/dashboards/[...path]/route.ts',
    ],
    changed: [],
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
    added: ['.env', 'src/app/dashboard/page.jsx', 'src/app/dashboards/[...path]/route.js'],
    changed: [],
  },
  {
    name: 'SvelteKit',
    files: {
      '.gitignore': '.env\n',
      'package.json': packageFile(['@sveltejs/kit', 'svelte', 'vite', 'typescript']),
      'vite.config.ts': viteConfig('sveltekit', '@sveltejs/kit/vite', '{ sveltekit }'),
    },
    added: [
      '.env',
      `src/${TYPES}`,
      'src/routes/dashboard/+page.svelte',
      'src/routes/dashboards/[...path]/+server.ts',
    ],
    changed: [],
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
    added: ['.env', `app/${TYPES}`, 'app/routes/dashboard.tsx', 'app/routes/dashboards.$.ts'],
    changed: ['app/routes.ts'],
  },
  {
    name: 'Astro',
    files: {
      ...VITE,
      'package.json': packageFile(['astro@^6.0.0']),
      'astro.config.mjs': `// @ts-check
import { defineConfig } from 'astro/config';

// https://astro.build/config
export default defineConfig({});
`,
    },
    added: ['.env.local', 'dashboards.mjs', 'src/pages/dashboard.astro'],
    changed: ['astro.config.mjs'],
  },
  {
    name: 'Astro 6 with an adapter',
    files: {
      ...VITE,
      'package.json': packageFile(['astro@^6.0.0']),
      'astro.config.mjs': `import node from '@astrojs/node';
export default { adapter: node({ mode: 'standalone' }) };
`,
    },
    added: ['.env.local', 'src/pages/dashboard.astro', 'src/pages/dashboards/[...path].ts'],
    changed: [],
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
    added: [
      '.env',
      `app/${TYPES}`,
      'app/pages/dashboard.vue',
      'app/pages/index.vue',
      'server/routes/dashboards/[...path].ts',
    ],
    changed: ['app/app.vue', 'nuxt.config.ts'],
    // The welcome, and the types of Node.
    left: 2,
  },
  {
    name: 'Nuxt 3',
    files: {
      '.gitignore': '.env\n',
      'package.json': packageFile(['nuxt@^3.20.0']),
      'nuxt.config.js': 'export default {};\n',
      'app/router.options.js': '',
    },
    added: ['.env', 'pages/dashboard.vue', 'server/routes/dashboards/[...path].js'],
    changed: ['nuxt.config.js'],
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
    added: ['.env', 'dashboards.mjs', 'src/app/dashboard.ts', 'src/proxy.conf.json'],
    changed: ['angular.json', 'package.json', 'src/app/app.routes.ts'],
  },
  server(
    'Express',
    {
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
    },
    'dashboards.js',
  ),
  server(
    'Express 4',
    {
      'package.json': packageFile(['express'], { type: undefined, main: './app.js' }),
      'app.js': `var express = require('express')
var logger = require('morgan')

var app = express()

app.use(logger('dev'))
app.use('/', require('./routes'))

module.exports = app
`,
    },
    'dashboards.mjs',
  ),
  server(
    'Fastify',
    {
      'package.json': packageFile(['fastify'], { scripts: { dev: 'tsx watch src/index.ts' } }),
      'tsconfig.json': '{}\n',
      'src/index.ts': `import Fastify from 'fastify';

export const app = Fastify({ logger: true });
await app.register(cookie);
app.get('/', async () => ({ hello: 'world' }));
await app.listen({ port: 3000 });
`,
    },
    'src/dashboards.ts',
  ),
  server(
    'Fastify 5 as a plugin',
    {
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
    },
    'dashboards.mjs',
  ),
  server(
    'Hono',
    {
      'package.json': packageFile(['hono', '@hono/node-server']),
      'src/index.ts': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => {
  return c.text('Hello Hono!')
})

serve({ fetch: app.fetch, port: 3000 })
`,
    },
    'src/dashboards.ts',
  ),
];
