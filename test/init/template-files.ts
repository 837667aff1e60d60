import type { Files } from './application-folder.ts';

/**
 * Small applications for the frameworks whose generators download their templates from elsewhere than npm:
 * `create-react-router`, `create-astro`, `create-hono` and `create-nuxt`. They are written for these tests, with the
 * files, scripts and forms of the templates to which `init` adds, and without their looks.
 */

/** A `package.json` of a template. Versions are pinned, like those of the generators. */
function packageFile(
  scripts: Record<string, string>,
  dependencies: Record<string, string>,
  devDependencies: Record<string, string> = {},
): string {
  const file = { name: 'app', private: true, type: 'module', scripts };
  return `${JSON.stringify({ ...file, dependencies, devDependencies }, null, 2)}\n`;
}

const REACT_ROUTER = '8.4.0';

/** The template `default` of `create-react-router@8.4.0`, without Tailwind. */
export const REACT_ROUTER_FILES: Files = {
  'package.json': packageFile(
    {
      build: 'react-router build',
      dev: 'react-router dev',
      typecheck: 'react-router typegen && tsc',
    },
    {
      '@react-router/node': REACT_ROUTER,
      '@react-router/serve': REACT_ROUTER,
      isbot: '5.2.3',
      react: '19.3.1',
      'react-dom': '19.3.1',
      'react-router': REACT_ROUTER,
    },
    {
      '@react-router/dev': REACT_ROUTER,
      '@types/node': '24.13.4',
      '@types/react': '^19.2.0',
      '@types/react-dom': '^19.2.0',
      typescript: '~6.0.3',
      vite: '8.3.8',
    },
  ),
  '.gitignore': '.DS_Store\n.env\n/node_modules/\n/.react-router/\n/build/\n',
  'tsconfig.json': `{
  "include": ["**/*", ".react-router/types/**/*"],
  "compilerOptions": {
    "lib": ["DOM", "DOM.Iterable", "ES2022"],
    "types": ["node", "vite/client"],
    "target": "ES2022",
    "module": "ES2022",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "rootDirs": [".", "./.react-router/types"],
    "esModuleInterop": true,
    "verbatimModuleSyntax": true,
    "noEmit": true,
    "skipLibCheck": true,
    "strict": true
  }
}
`,
  'vite.config.ts': `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
});
`,
  'react-router.config.ts': `import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
} satisfies Config;
`,
  'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
`,
  'app/routes/home.tsx': `export default function Home() {
  return <h1>Welcome</h1>;
}
`,
};

const ASTRO_SCRIPTS = { dev: 'astro dev', build: 'astro build' };

/** The template `minimal` of `create-astro@5.2.4`. */
export const ASTRO_FILES: Files = {
  'package.json': packageFile(ASTRO_SCRIPTS, { astro: '7.3.5' }),
  '.gitignore': 'dist/\n.astro/\nnode_modules/\n.env\n.env.production\n',
  'tsconfig.json': '{\n  "extends": "astro/tsconfigs/strict",\n  "exclude": ["dist"]\n}\n',
  'astro.config.mjs': `// @ts-check
import { defineConfig } from 'astro/config';

// https://astro.build/config
export default defineConfig({});
`,
  'src/pages/index.astro': `---
---

<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Astro</title>
  </head>
  <body>
    <h1>Astro</h1>
  </body>
</html>
`,
};

/** The same application after `astro add node`. */
export const ASTRO_SERVER_FILES: Files = {
  ...ASTRO_FILES,
  'package.json': packageFile(ASTRO_SCRIPTS, { '@astrojs/node': '11.1.6', astro: '7.3.5' }),
  'astro.config.mjs': `// @ts-check
import { defineConfig } from 'astro/config';
import node from '@astrojs/node';

// https://astro.build/config
export default defineConfig({
  adapter: node({ mode: 'standalone' }),
});
`,
};

/** The template `nodejs` of `create-hono@0.19.5`. */
export const HONO_FILES: Files = {
  'package.json': packageFile(
    { dev: 'tsx watch src/index.ts', build: 'tsc', start: 'node dist/index.js' },
    { '@hono/node-server': '2.1.9', hono: '4.13.19' },
    { '@types/node': '24.13.4', tsx: '4.23.15', typescript: '~6.0.3' },
  ),
  '.gitignore': 'dist/\nnode_modules/\n.env\n.env.production\n',
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "ESNext",
    "module": "NodeNext",
    "strict": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true,
    "types": ["node"],
    "jsx": "react-jsx",
    "jsxImportSource": "hono/jsx",
    "rootDir": "./src",
    "outDir": "./dist"
  },
  "exclude": ["node_modules"]
}
`,
  'src/index.ts': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => {
  return c.text('Hello Hono!')
})

serve({
  fetch: app.fetch,
  port: 3000
}, (info) => {
  console.log(\`Server is running on http://localhost:\${info.port}\`)
})
`,
};

/** The template `minimal` of `create-nuxt@3.37.0`. */
export const NUXT_FILES: Files = {
  'package.json': packageFile(
    { build: 'nuxt build', dev: 'nuxt dev', postinstall: 'nuxt prepare' },
    { nuxt: '4.5.2', vue: '3.5.45', 'vue-router': '^5.0.0' },
    // The build of this Nuxt fails with Vite 8.4.
    { vite: '8.3.8' },
  ),
  '.gitignore':
    '.output\n.data\n.nuxt\n.nitro\n.cache\ndist\nnode_modules\n.env\n.env.*\n!.env.example\n',
  'tsconfig.json': `{
  "files": [],
  "references": [
    { "path": "./.nuxt/tsconfig.app.json" },
    { "path": "./.nuxt/tsconfig.server.json" },
    { "path": "./.nuxt/tsconfig.shared.json" },
    { "path": "./.nuxt/tsconfig.node.json" }
  ]
}
`,
  'nuxt.config.ts': `// https://nuxt.com/docs/api/configuration/nuxt-config
export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true }
})
`,
  'app/app.vue': `<template>
  <div>
    <NuxtRouteAnnouncer />
    <NuxtWelcome />
  </div>
</template>
`,
};
