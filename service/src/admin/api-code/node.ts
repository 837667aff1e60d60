import { type ApiCodeValues, type CodeBlock, insertParameters } from './code-block.ts';
import { toScriptLiteral as literal } from './string-literals.ts';

/** Returns a program for Node 20 and newer, without any library. */
export function toNodeCode(values: ApiCodeValues): CodeBlock[] {
  return [
    {
      file: 'dashboard.mjs',
      language: 'js',
      code: toHead(values) + insertParameters(PROGRAM, values, (query) => ` + "${query}"`),
    },
  ];
}

/** Returns the imports, and the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return `// node dashboard.mjs
import { randomUUID } from "node:crypto";

const BASE_URL = ${literal(baseUrl)};
const DASHBOARD_GUID = ${literal(dashboardGuid)};
// Secret: keep it on your server, and preferably outside of the code: process.env.DASHBOARD_API_KEY
const API_KEY = ${literal(apiKey)};
// All optional: the theme, the title's color, the background color. Write $ instead of #.
const STYLE = "?theme=dark&color=gold&background-color=$101820";

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = `// Call this once per login. Keep the id in the user's session: GetToken and Logout need the same one.
function createSessionId() {
  return randomUUID();
}

// The token is for this user only: never cache it for others. It is valid for two hours, or until the logout.
async function getToken(sessionId) {
  const key = encodeURIComponent(API_KEY);
  // <COMMENT>
  const path = "/Api/GetToken/" + key + "/" + sessionId + "/" + DASHBOARD_GUID<QUERY>;
  // All optional, for the statistics: { user: "ann", organization: "North", customInfo: "..." }
  const fields = {};
  return callService("GetToken", "POST", path, JSON.stringify(fields));
}

// Returns the src of an <iframe> in this user's page, or of a link that opens the dashboard as a page.
function toDisplayAddress(token) {
  return BASE_URL + "/Tdb/" + token + STYLE;
}

// Call this when the user signs out of your application. It ends all tokens of the session id.
async function logOut(sessionId) {
  const key = encodeURIComponent(API_KEY);
  await callService("Logout", "GET", "/api/logout/" + key + "/" + sessionId);
}

async function callService(name, method, path, body) {
  // Drops the error: its text could contain the address, and with it the key.
  const answer = await fetch(BASE_URL + path, {
    method,
    headers: { Accept: "text/plain", "Content-Type": "application/json" },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (!answer) throw new Error(name + " failed: the dashboard service did not answer.");
  if (!answer.ok) throw new Error(name + " failed: status " + answer.status + ".");
  return answer.text();
}

const sessionId = createSessionId();
console.log(toDisplayAddress(await getToken(sessionId)));
console.error("This address shows the dashboard. Press Enter to sign out.");
for await (const enter of process.stdin) break;
await logOut(sessionId);
`;
