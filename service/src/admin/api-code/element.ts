import { type ApiCodeValues, type CodeBlock, MISSING } from './code-block.ts';
import { toHtmlAttribute, toScriptLiteral as literal } from './string-literals.ts';

/** Returns a page with the tag, and its server in Node. Both files belong in one folder. */
export function toElementCode(values: ApiCodeValues): CodeBlock[] {
  return [
    { file: 'index.html', language: 'html', code: toPage(values) },
    { file: 'server.mjs', language: 'js', code: toServerHead(values) + toServer(values) },
  ];
}

function toPage({ dashboardGuid }: ApiCodeValues): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Dashboard</title>
    <script src="/embedded-dashboard.min.js" defer></script>
  </head>
  <body>
    <button onclick="document.querySelector('embedded-dashboard').logout()">Sign out</button>
    <!-- To let readers choose a region, remove the comment marks here and in server.mjs.
    <select onchange="document.querySelector('embedded-dashboard').parameters = { Region: this.value }">
      <option>North</option>
      <option>South</option>
    </select>
    -->
    <!-- theme, color and background-color are optional. The colors may be any CSS colors. -->
    <embedded-dashboard
      token-url="/dashboards/token"
      logout-url="/dashboards/logout"
      dashboard-guid=${toHtmlAttribute(dashboardGuid)}
      theme="dark"
      color="gold"
      background-color="#101820"
    ></embedded-dashboard>
  </body>
</html>
`;
}

/** Returns the imports, and the settings of one dashboard. */
function toServerHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return `// npm i embedded-dashboard, then: node server.mjs
// Open the dashboard at http://localhost:3000
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createDashboardHost, oneOf, toNodeListener } from "embedded-dashboard/host";

const BASE_URL = ${literal(baseUrl)};
const DASHBOARD_GUID = ${literal(dashboardGuid)};
// Secret: keep it on your server, and preferably outside of the code: process.env.DASHBOARD_API_KEY
const API_KEY = ${literal(apiKey)};

`;
}

/** The user's session, the host's routes and the page's files: the same for every dashboard. */
const SERVER = `// Replace this with the sessions of your application. Here, everyone who opens the page is signed in.
const sessionIds = new Set();

const dashboards = createDashboardHost({
  baseUrl: BASE_URL,
  apiKey: API_KEY,
  // Called before each GetToken and each Logout, which need the same session id.
  resolve(request, { parameters }) {
    const sessionId = findSessionId(request.headers.get("Cookie"));
    if (!sessionId) return null; // nobody is signed in
    return {
      sessionId, // identifies one login of one user
      dashboards: [DASHBOARD_GUID], // the dashboards that this user may see
      // All optional, for the statistics: user: "ann", organization: "North", customInfo: "...",
<PARAMETERS>
    };
  },
});

function findSessionId(cookies) {
  const [, sessionId] = /(?:^|; )session=([^;]*)/.exec(cookies ?? "") ?? [];
  return sessionIds.has(sessionId) ? sessionId : null;
}

function logIn(req, res) {
  if (findSessionId(req.headers.cookie)) return;
  const sessionId = randomUUID();
  sessionIds.add(sessionId);
  res.setHeader("Set-Cookie", "session=" + sessionId + "; HttpOnly; SameSite=Lax; Path=/");
}

const script = "node_modules/embedded-dashboard/dist/embedded-dashboard.min.js";
const files = {
  "/": ["text/html", await readFile("index.html")],
  "/embedded-dashboard.min.js": ["text/javascript", await readFile(script)],
};

const serveDashboards = toNodeListener(dashboards);
createServer((req, res) => {
  void serveDashboards(req, res, () => {
    const [mediaType, content] = files[req.url] ?? [];
    if (!content) return res.writeHead(404).end();
    if (req.url === "/") logIn(req, res);
    res.setHeader("Content-Type", mediaType).end(content);
  });
}).listen(3000, "localhost");
`;

function toServer({ requiredParameters }: ApiCodeValues): string {
  const entries = requiredParameters.map((name) => `${name}: ""`);
  const lines =
    entries.length === 0
      ? OPTIONAL_LINES
      : `      // Insert this user's values. Until then, GetToken answers 400, ${MISSING}: no dashboard is shown.
      sqlParameters: { ${entries.join(', ')} },`;
  return SERVER.replace('<PARAMETERS>', () => lines);
}

const OPTIONAL_LINES = `      // Optional, for the dashboard's SQL. Validate the values from the page: they may be forged.
      // sqlParameters: { Region: oneOf(parameters?.Region, ["North", "South"], "North") },`;
