/** A package that others embed with; `peers/package.json` has its version. */
export interface Peer {
  name: string;
  /** The file of `peers/` with the least code for one embed, as its makers show it. */
  entry: string;
  /** The code that it loads into the page later, and from where. */
  atRunTime: string;
}

const NOTHING = 'no';

/** In no order: the report goes by weight. */
export const PEERS: Peer[] = [
  { name: '@superset-ui/embedded-sdk', entry: 'superset.js', atRunTime: NOTHING },
  {
    name: '@qlik/embed-web-components',
    entry: 'qlik.js',
    atRunTime: '**yes**: the runtime, from the tenant or cdn.qlikcloud.com',
  },
  { name: 'amazon-quicksight-embedding-sdk', entry: 'quicksight.js', atRunTime: NOTHING },
  { name: '@looker/embed-sdk', entry: 'looker.js', atRunTime: NOTHING },
  {
    name: '@luzmo/embed',
    entry: 'luzmo.js',
    atRunTime: 'for single charts, from app.luzmo.com; for a dashboard no',
  },
  { name: 'powerbi-client', entry: 'power-bi.js', atRunTime: NOTHING },
  { name: '@tableau/embedding-api', entry: 'tableau.js', atRunTime: NOTHING },
  { name: '@thoughtspot/visual-embed-sdk', entry: 'thoughtspot.js', atRunTime: NOTHING },
  {
    name: '@stripe/connect-js',
    entry: 'stripe.js',
    atRunTime: '**yes**: all but the loader, from connect-js.stripe.com',
  },
];
