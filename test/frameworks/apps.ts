import type { Change } from './framework-app.ts';

/** An app of `demo/frameworks`, in the folder of its name. */
export interface App {
  name: string;
  /** Whether the second file drives it. The first two files take about the same time. */
  isSecond?: boolean;
  /** Whether it needs Node 24. The third file drives these apps. */
  needsNode24?: boolean;
  /** The minimal example of `docs/frameworks.md`, and the address at which the app shows it. */
  minimal?: { file: string; path: string };
  /** Whether it has the recipe of `docs/filters.md` for the reader's choices, at the address `?kept-view`. */
  hasKeptView?: boolean;
  /** Whether its links change the page without loading another one. */
  hasRouter?: boolean;
  /** The folder that its build makes. Without it, `npm start` serves the page and the host's routes. */
  files?: string;
  /** The file with the tag and its listener, whose types are checked. */
  source: string;
  /** The file that names the tag's types. Default: `tsconfig.json`. */
  types?: string;
  /** A binding of a property: correct, and with a number instead of a text. */
  property: [right: string, wrong: string];
  /** The script that checks the types, if the build stops at its first error. */
  check?: string;
  /** The playground's code for the app's framework. `test:nightly` builds it. */
  offer?: Offer;
}

export interface Offer {
  /** Its name in the playground. */
  stack: string;
  /** The file of the app that it replaces. */
  file: string;
  /** The other changes that it needs. */
  changes?: Change[];
  /** Whether the build checks the attributes of custom elements. */
  isTyped?: boolean;
}

/** Turns on type checks for JavaScript, because the playground offers JavaScript. */
const CHECKED: Change = ['tsconfig.json', '"strict": true', '"strict": true, "checkJs": true'];

export const APPS: App[] = [
  {
    name: 'plain',
    minimal: { file: 'public/minimal.html', path: 'minimal.html' },
    files: 'dist',
    source: 'public/app.js',
    property: ["'Sales'", '7'],
    offer: { stack: 'HTML', file: 'public/index.html' },
  },
  { name: 'cdn', files: 'dist', source: 'public/app.js', property: ["'Sales'", '7'] },
  {
    name: 'lit',
    minimal: { file: 'src/minimal.ts', path: '?minimal' },
    files: 'dist',
    source: 'src/sales-page.ts',
    property: ["= 'Sales'", '= 7'],
  },
  {
    name: 'vue',
    minimal: { file: 'src/Minimal.vue', path: '?minimal' },
    hasKeptView: true,
    files: 'dist',
    source: 'src/App.vue',
    property: ["ref('Sales')", 'ref(7)'],
    offer: { stack: 'Vue', file: 'src/App.vue', changes: [CHECKED], isTyped: true },
  },
  {
    name: 'svelte',
    isSecond: true,
    minimal: { file: 'src/Minimal.svelte', path: '?minimal' },
    files: 'dist',
    source: 'src/App.svelte',
    property: ["$state('Sales')", '$state(7)'],
    offer: { stack: 'Svelte', file: 'src/App.svelte', changes: [CHECKED], isTyped: true },
  },
  {
    name: 'react',
    minimal: { file: 'src/minimal.tsx', path: '?minimal' },
    hasKeptView: true,
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
    offer: {
      stack: 'React',
      file: 'src/app.tsx',
      changes: [
        ['src/main.tsx', "await import('./app')", "{ default: (await import('./app')).Dashboard }"],
      ],
      isTyped: true,
    },
  },
  {
    name: 'react18',
    isSecond: true,
    minimal: { file: 'src/minimal.tsx', path: '?minimal' },
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
  },
  {
    name: 'preact',
    minimal: { file: 'src/minimal.tsx', path: '?minimal' },
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
  },
  {
    name: 'solid',
    isSecond: true,
    minimal: { file: 'src/minimal.tsx', path: '?minimal' },
    files: 'dist',
    source: 'src/app.tsx',
    property: ["createSignal('Sales')", 'createSignal(7)'],
  },
  {
    name: 'angular',
    minimal: { file: 'src/minimal.ts', path: '?minimal' },
    files: 'dist',
    source: 'src/app.ts',
    property: ["signal('Sales')", 'signal(7)'],
    offer: {
      stack: 'Angular',
      file: 'src/app.ts',
      changes: [
        [
          'src/main.ts',
          "await import('./app')",
          "{ App: (await import('./app')).DashboardComponent }",
        ],
        ['src/index.html', '<app-root></app-root>', '<app-dashboard></app-dashboard>'],
      ],
    },
  },
  {
    name: 'next',
    isSecond: true,
    hasRouter: true,
    minimal: { file: 'app/minimal/page.tsx', path: 'minimal' },
    source: 'app/dashboard.tsx',
    property: ["useState('Sales')", 'useState(7)'],
    check: 'types',
  },
  {
    name: 'sveltekit',
    isSecond: true,
    hasRouter: true,
    minimal: { file: 'src/routes/minimal/+page.svelte', path: 'minimal' },
    source: 'src/routes/+page.svelte',
    property: ["$state('Sales')", '$state(7)'],
  },
  {
    name: 'react-router',
    needsNode24: true,
    hasRouter: true,
    minimal: { file: 'app/routes/minimal.tsx', path: 'minimal' },
    source: 'app/routes/home.tsx',
    property: ["useState('Sales')", 'useState(7)'],
  },
  {
    name: 'nuxt',
    needsNode24: true,
    hasRouter: true,
    minimal: { file: 'app/pages/minimal.vue', path: 'minimal' },
    source: 'app/pages/index.vue',
    types: 'app/embedded-dashboard.d.ts',
    property: ["ref('Sales')", 'ref(7)'],
  },
  {
    name: 'astro',
    needsNode24: true,
    minimal: { file: 'src/pages/minimal.astro', path: 'minimal' },
    source: 'src/pages/index.astro',
    property: ["= 'Sales'", '= 7'],
  },
];
