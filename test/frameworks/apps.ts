import type { Change } from './framework-app.ts';

/** An app of `demo/frameworks`, in the folder of its name. */
export interface App {
  name: string;
  /** Whether the second of two files drives it. Both files take about the same time. */
  isSecond?: boolean;
  /** The folder that its build makes. Without it, `npm start` serves the page and the host's routes. */
  files?: string;
  /** The file with the tag and its listener, whose types are checked. */
  source: string;
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
