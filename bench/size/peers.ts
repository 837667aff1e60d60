/** An alternative package for embedding. `peers/package.json` has its version. */
export interface Peer {
  name: string;
  /** The file in `peers/` with the minimal code for one embed, as the vendor's documentation shows it. */
  entry: string;
  /** The code that it loads into the page later, and from where. */
  atRunTime: string;
}

const NOTHING = 'no';

/** All alternatives. The order does not matter: the report sorts by weight. */
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
    atRunTime: 'for single charts, from app.luzmo.com; not for a dashboard',
  },
  { name: 'powerbi-client', entry: 'power-bi.js', atRunTime: NOTHING },
  { name: '@tableau/embedding-api', entry: 'tableau.js', atRunTime: NOTHING },
  { name: '@thoughtspot/visual-embed-sdk', entry: 'thoughtspot.js', atRunTime: NOTHING },
  {
    name: '@stripe/connect-js',
    entry: 'stripe.js',
    atRunTime: '**yes**: everything except the loader, from connect-js.stripe.com',
  },
];
