import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { DASHBOARD_GUID } from '../dashboard/definition.ts';
import { REFUSED_CALL } from './connection-refusals.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type {
  IssuedToken,
  MissingParameters,
  TokenRefusal,
  TokenRequest,
} from '../state/token-store.ts';
import { ApiError } from './api-error.ts';
import { readBodyText } from './body-text.ts';
import {
  type CallFields,
  parseJsonFields,
  parseTextBody,
  readParameters,
  requireField,
} from './call-fields.ts';
import { parseSqlParameters } from './sql-parameters.ts';

type Parts = Pick<ServiceParts, 'keys' | 'tokens' | 'sources' | 'queries' | 'readers'>;

const MAX_SESSION_ID = 256;
const MAX_BODY = 16 * 1024;
const REFUSALS: Record<TokenRefusal, string> = {
  unauthorized: 'The API key is not valid.',
  'not-found': 'There is no such dashboard, or it is not accessible in API.',
};

/** Creates the handlers of GetToken (all of its forms) and Logout. They throw {@link ApiError}. */
export function createTokenEndpoints(parts: Parts) {
  return {
    getToken: (context: Context) => getToken(context, parts),
    logout: (context: Context) => logout(context, parts),
  };
}

async function getToken(context: Context, parts: Parts): Promise<Response> {
  const parameters = readParameters(context);
  const apiKey = parameters.get('apikey') ?? '';
  const request = await readTokenRequest(context, parameters, apiKey, parts).catch(
    async (error) => {
      // Callers without a valid key must not learn anything about the request.
      await findCompany(apiKey, parts);
      throw error;
    },
  );
  const issued = await parts.tokens.issue({ apiKey, ...request });
  if (typeof issued === 'string') throw new ApiError(issued, REFUSALS[issued]);
  if ('missing' in issued) throw toMissingParameters(issued);
  return answerToken(context, issued);
}

function toMissingParameters({ missing }: MissingParameters): ApiError {
  const message = `SQLparameters has no value for ${missing.join(', ')}: the dashboard requires it.`;
  return new ApiError('missing-parameters', message, missing);
}

async function logout(context: Context, parts: Parts): Promise<Response> {
  const parameters = readParameters(context);
  const companyId = await findCompany(parameters.get('apikey') ?? '', parts);
  const sessionId = readSessionId(parameters);
  const connectionStrings = await parts.tokens.invalidate(companyId, sessionId);
  parts.readers.end(companyId, sessionId);
  parts.queries.dropRefreshes(companyId, sessionId);
  for (const each of connectionStrings) parts.queries.dropConnection(companyId, each);
  return new Response(null, { status: 204 });
}

async function findCompany(apiKey: string, { keys }: Parts): Promise<number> {
  const companyId = await keys.find(apiKey);
  if (companyId === null) throw new ApiError('unauthorized', REFUSALS.unauthorized);
  return companyId;
}

async function readTokenRequest(
  context: Context,
  parameters: CallFields,
  apiKey: string,
  parts: Parts,
): Promise<Omit<TokenRequest, 'apiKey'>> {
  const sessionId = readSessionId(parameters);
  const dashboardGuid = readDashboardGuid(parameters);
  const sqlParameters = parseSqlParameters(parameters.get('sqlparameters') ?? '');
  const body = await readBody(context);
  return {
    sessionId,
    dashboardGuid,
    sqlParameters,
    connectionString: await readConnectionString(body, apiKey, parts),
    user: body.get('user') ?? null,
    organization: body.get('organization') ?? null,
    customInfo: body.get('custominfo') ?? null,
  };
}

async function readConnectionString(
  body: CallFields,
  apiKey: string,
  parts: Parts,
): Promise<string | null> {
  const connectionString = body.get('connectionstring');
  if (!connectionString) return null;
  const companyId = await findCompany(apiKey, parts);
  if (parts.sources.allows(connectionString, companyId)) return connectionString;
  throw new ApiError('connection-not-allowed', REFUSED_CALL);
}

function readDashboardGuid(parameters: CallFields): string {
  const guid = requireField(parameters, 'dashboardguid', 'dashboardGuid').toLowerCase();
  if (DASHBOARD_GUID.test(guid)) return guid;
  throw new ApiError('bad-request', 'dashboardGuid must be a GUID.');
}

function readSessionId(parameters: CallFields): string {
  const sessionId = requireField(parameters, 'sessionid', 'sessionId');
  if (sessionId.length > MAX_SESSION_ID) {
    throw new ApiError('bad-request', `sessionId is longer than ${MAX_SESSION_ID} characters.`);
  }
  return sessionId;
}

async function readBody(context: Context): Promise<CallFields> {
  if (context.req.method !== 'POST') return new Map();
  const text = (await readBodyText(context.req.raw, MAX_BODY)).trim();
  if (!text) return new Map();
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return parseJsonFields(text);
  if (type === 'text/plain') return parseTextBody(text);
  throw new ApiError('bad-request', 'The body must be application/json or text/plain.');
}

function answerToken(context: Context, issued: IssuedToken): Response {
  const asJson = accepts(context, {
    header: 'Accept',
    supports: ['text/plain', 'application/json'],
    default: 'text/plain',
  });
  return asJson === 'application/json' ? context.json(issued) : context.text(issued.token);
}
