import type { ApiCodeValues, CodeBlock } from './code-block.ts';
import { toScriptLiteral as literal } from './string-literals.ts';

/** A program for Node 20 and newer, without any library. */
export function toNodeCode(values: ApiCodeValues): CodeBlock[] {
  return [{ file: 'dashboard.mjs', language: 'js', code: toHead(values) + PROGRAM }];
}

/** The imports, and the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return `// node dashboard.mjs
import { randomUUID } from "node:crypto";

const BASE_URL = ${literal(baseUrl)};
const DASHBOARD_GUID = ${literal(dashboardGuid)};
// Secret, and for your server alone. Better keep it out of the code: process.env.DASHBOARD_API_KEY
const API_KEY = ${literal(apiKey)};
// All optional: the theme, the title's color, the background. Write $ in place of #.
const LOOK = "?theme=dark&color=gold&background-color=$101820";

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = `// Once for each login of a user. Keep it in the user's session: GetToken and Logout take the same.
function createSessionId() {
  return randomUUID();
}

// For this user alone: never cache it for others. It lives two hours, or until the logout.
async function getToken(sessionId) {
  const key = encodeURIComponent(API_KEY);
  // "?SQLparameters=Region%3DNorth" at its end sets a parameter of the dashboard's SQL.
  const path = "/Api/GetToken/" + key + "/" + sessionId + "/" + DASHBOARD_GUID;
  // All optional, for the statistics: { user: "ann", organization: "North", customInfo: "..." }
  const fields = {};
  return callService("GetToken", "POST", path, JSON.stringify(fields));
}

// The src of an <iframe> in this user's page, or a link to a page of its own.
function toDisplayAddress(token) {
  return BASE_URL + "/Tdb/" + token + LOOK;
}

// When the user logs out of your application: ends all tokens of the session id.
async function logOut(sessionId) {
  const key = encodeURIComponent(API_KEY);
  await callService("Logout", "GET", "/api/logout/" + key + "/" + sessionId);
}

async function callService(name, method, path, body) {
  // The error is dropped: its text could hold the address, and so the key.
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
console.error("This address shows the dashboard. Press Enter to log out.");
for await (const enter of process.stdin) break;
await logOut(sessionId);
`;
