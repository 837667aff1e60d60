/** An app of `demo/frameworks`, in the folder of its name. */
export interface App {
  name: string;
  /** The folder that its build makes. Without it, `npm start` serves the page and the host's routes. */
  files?: string;
  /** Where the tag stands with its listener, and what there has a type. */
  source: string;
  /** A binding of a property, and how it looks with a number for a text. */
  property: [right: string, wrong: string];
  /** The script that checks the types, where the build stops at its first complaint. */
  check?: string;
}

export const APPS: App[] = [
  { name: 'plain', files: 'dist', source: 'public/app.js', property: ["'Sales'", '7'] },
  { name: 'cdn', files: 'dist', source: 'public/app.js', property: ["'Sales'", '7'] },
  { name: 'vue', files: 'dist', source: 'src/App.vue', property: ["ref('Sales')", 'ref(7)'] },
  {
    name: 'svelte',
    files: 'dist',
    source: 'src/App.svelte',
    property: ["$state('Sales')", '$state(7)'],
  },
  {
    name: 'react',
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
  },
  {
    name: 'preact',
    files: 'dist',
    source: 'src/app.tsx',
    property: ["useState('Sales')", 'useState(7)'],
  },
  {
    name: 'solid',
    files: 'dist',
    source: 'src/app.tsx',
    property: ["createSignal('Sales')", 'createSignal(7)'],
  },
  {
    name: 'angular',
    files: 'dist',
    source: 'src/app.ts',
    property: ["signal('Sales')", 'signal(7)'],
  },
  {
    name: 'next',
    source: 'app/dashboard.tsx',
    property: ["useState('Sales')", 'useState(7)'],
    check: 'types',
  },
  {
    name: 'sveltekit',
    source: 'src/routes/+page.svelte',
    property: ["$state('Sales')", '$state(7)'],
  },
];
