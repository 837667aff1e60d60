import { type Application, majorOf } from './application.ts';
import { CLOSED_TAG, htmlPage, indent, jsxComponent, REACT_18_TAG, REACT_TAG, TAG } from './tag.ts';

/** The page of a Vite application. */
export interface VitePage {
  /** The elements of the page's body. */
  body: string;
  /** The name and text of the component, if the framework has components. */
  component: [name: string, text: string] | null;
  /** The name and text of the script that starts the page. */
  main: [name: string, text: string];
  /** The module with the tag's types. */
  types: string | null;
}

const ROOT = '<div id="dashboard"></div>';
const IMPORT = "import 'embedded-dashboard';";

type ToPage = (app: Application) => VitePage;

const vanilla: ToPage = ({ hasTypeScript }) => ({
  body: TAG,
  component: null,
  main: [hasTypeScript ? 'main.ts' : 'main.js', `${IMPORT}\n`],
  types: null,
});

const react: ToPage = ({ dependencies, hasTypeScript }) => {
  const isOld = isOldReact(dependencies);
  const component = isOld
    ? jsxComponent("import { EmbeddedDashboard } from 'embedded-dashboard/react18';", REACT_18_TAG)
    : jsxComponent(IMPORT, REACT_TAG);
  return {
    body: ROOT,
    component: [hasTypeScript ? 'Dashboard.tsx' : 'Dashboard.jsx', component],
    main: [
      hasTypeScript ? 'main.tsx' : 'main.jsx',
      `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './Dashboard';

createRoot(document.getElementById('dashboard')${hasTypeScript ? '!' : ''}).render(
  <StrictMode>
    <Dashboard />
  </StrictMode>,
);
`,
    ],
    types: isOld ? null : 'react',
  };
};

const vue: ToPage = ({ hasTypeScript }) => ({
  body: ROOT,
  component: [
    'Dashboard.vue',
    `<script setup${hasTypeScript ? ' lang="ts"' : ''}>
${IMPORT}
</script>

<template>
${indent(CLOSED_TAG, 2)}
</template>
`,
  ],
  main: [
    hasTypeScript ? 'main.ts' : 'main.js',
    `import { createApp } from 'vue';
import Dashboard from './Dashboard.vue';

createApp(Dashboard).mount('#dashboard');
`,
  ],
  types: 'vue',
});

const svelte: ToPage = ({ hasTypeScript }) => ({
  body: ROOT,
  component: [
    'Dashboard.svelte',
    `<script${hasTypeScript ? ' lang="ts"' : ''}>
  ${IMPORT}
</script>

${TAG}
`,
  ],
  main: [
    hasTypeScript ? 'main.ts' : 'main.js',
    `import { mount } from 'svelte';
import Dashboard from './Dashboard.svelte';

mount(Dashboard, { target: document.getElementById('dashboard')${hasTypeScript ? '!' : ''} });
`,
  ],
  types: 'svelte',
});

const solid: ToPage = ({ hasTypeScript }) => ({
  body: ROOT,
  component: [hasTypeScript ? 'Dashboard.tsx' : 'Dashboard.jsx', jsxComponent(IMPORT, CLOSED_TAG)],
  main: [
    hasTypeScript ? 'main.tsx' : 'main.jsx',
    `import { render } from 'solid-js/web';
import { Dashboard } from './Dashboard';

render(() => <Dashboard />, document.getElementById('dashboard')${hasTypeScript ? '!' : ''});
`,
  ],
  types: 'solid',
});

const lit: ToPage = ({ hasTypeScript }) => ({
  body: '<sales-page></sales-page>',
  component: [
    hasTypeScript ? 'sales-page.ts' : 'sales-page.js',
    `${IMPORT}
import { html, LitElement } from 'lit';

class SalesPage extends LitElement {
  render() {
    return html\`
${indent(TAG, 6)}
    \`;
  }
}
customElements.define('sales-page', SalesPage);
`,
  ],
  main: [hasTypeScript ? 'main.ts' : 'main.js', "import './sales-page';\n"],
  types: null,
});

/** The frameworks of Vite applications: name, package, page. The first one that an application has is its own. */
export const VITE_PAGES: readonly [name: string, dependency: string | null, toPage: ToPage][] = [
  ['Vue', 'vue', vue],
  ['Svelte', 'svelte', svelte],
  ['Solid', 'solid-js', solid],
  ['React', 'react', react],
  ['Lit', 'lit', lit],
  ['', null, vanilla],
];

/** React 18 and older set no properties of custom elements. */
export function isOldReact(dependencies: Application['dependencies']): boolean {
  return (majorOf(dependencies.get('react')) ?? Infinity) < 19;
}

/** Returns the HTML file that starts the page. */
export function toHtml({ body, main: [script] }: VitePage, folder: string): string {
  return htmlPage(body, `<script type="module" src="/${folder}/${script}"></script>`);
}
