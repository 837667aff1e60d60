import type { Change } from './framework-app.ts';

/** An app of `demo/frameworks`, in the folder of its name. */
export interface App {
  name: string;
  /** Whether the second of two files drives it. Both files take about the same time. */
  isSecond?: boolean;
  /** The folder that its build makes. Without it, `npm start` serves the page and the host's routes. */
  files?: string;
  /** Where the tag stands with its listener, and what there has a type. */
  source: string;
  /** A binding of a property, and how it looks with a number for a text. */
  property: [right: string, wrong: string];
  /** The script that checks the types, where the build stops at its first complaint. */
  check?: string;
  /** The code that the playground offers for what the app is made with. `test:nightly` builds it. */
  offer?: Offer;
}

export interface Offer {
  /** What the playground calls it. */
  stack: string;
  /** The file that holds it, instead of the app's own. */
  file: string;
  /** What else is changed for it. */
  changes?: Change[];
  /** Whether the attributes of a custom element are checked at all. */
  isTyped?: boolean;
}

/** It is offered as JavaScript, which nothing checks unless it is told to. */
const CHECKED: Change = ['tsconfig.json', '"strict": true', '"strict": true, "checkJs": true'];

export const APPS: App[] = [
  {
    name: 'plain',
    files: 'dist',
    source: 'public/app.js',
    property: ["'Sales'", '7'],
    offer: { stack: 'HTML', file: 'public/index.html' },
  },
  { name: 'cdn', files: 'dist', source: 'public/app.js', property: ["'Sales'", '7'] },
  {
    name: 'lit',
    files: 'dist',
    source: 'src/sales-page.ts',
    property: ["= 'Sales'", '= 7'],
  },
  {
    name: 'vue',
    files: 'dist',
    source: 'src/App.vue',
    property: ["ref('Sales')", 'ref(7)'],
    offer: { stack: 'Vue', file: 'src/App.vue', changes: [CHECKED], isTyped: true },
  },
  {
    name: 'svelte',
    files: 'dist',
    source: 'src/App.svelte',
    property: ["$state('Sales')", '$state(7)'],
    offer: { stack: 'Svelte', file: 'src/App.svelte', changes: [CHECKED], isTyped: true },
  },
  {
    name: 'react',
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
    offer: {
      stack: 'React',
      file: 'src/app.tsx',
      changes: [['src/main.tsx', '{ App }', '{ Dashboard as App }']],
      isTyped: true,
    },
  },
  {
    name: 'preact',
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
  },
  {
    name: 'solid',
    isSecond: true,
    files: 'dist',
    source: 'src/app.tsx',
    property: ["createSignal('Sales')", 'createSignal(7)'],
  },
  {
    name: 'angular',
    isSecond: true,
    files: 'dist',
    source: 'src/app.ts',
    property: ["signal('Sales')", 'signal(7)'],
    offer: {
      stack: 'Angular',
      file: 'src/app.ts',
      changes: [
        ['src/main.ts', '{ App }', '{ DashboardComponent as App }'],
        ['src/index.html', '<app-root></app-root>', '<app-dashboard></app-dashboard>'],
      ],
    },
  },
  {
    name: 'next',
    isSecond: true,
    source: 'app/dashboard.tsx',
    property: ["useState('Sales')", 'useState(7)'],
    check: 'types',
  },
  {
    name: 'sveltekit',
    isSecond: true,
    source: 'src/routes/+page.svelte',
    property: ["$state('Sales')", '$state(7)'],
  },
];
