import type { SignOnCode } from '../../telemetry/events.ts';

/** A sign-in at the identity provider, or a check there, that did not succeed. Its message has no value of an answer. */
export class SignOnFailure extends Error {
  readonly code: SignOnCode;
  /** The name of a claim, the provider's code of an error or its status, or the code of a lost connection. */
  readonly detail: string | undefined;

  constructor(code: SignOnCode, detail?: string) {
    super(`The sign-in at the identity provider failed: ${code}.`);
    this.name = 'SignOnFailure';
    this.code = code;
    // Any site can send a browser back, with any code of an error.
    this.detail = detail !== undefined && /^[\w.:/-]{1,60}$/.test(detail) ? detail : undefined;
  }
}

/** An error of `openid-client`. Its classes are loaded late, so the code of an error says its kind. */
interface ClientError {
  code?: string;
  /** The provider's code of an error, of OAuth 2.0. */
  error?: string;
  /** The status of the answer with that code. */
  status?: number;
  message: string;
  cause?: unknown;
}

/** The claim that an error of the library is about. */
const NAMED_CLAIM = /JWT "(\w+)"|ID Token "(\w+)"/;
const AWAY_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client']);
/** The errors with which a provider says that the person has to sign in again, or may not. */
const PERSON_ERRORS = new Set([
  'invalid_grant',
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
]);

/** Turns an error of discovery into a failure. */
export function toDiscoveryFailure(error: unknown): SignOnFailure {
  const own = findOwn(error);
  if (own) return own;
  return isAway(error as ClientError)
    ? toAwayFailure(error as ClientError)
    : new SignOnFailure('provider-metadata', (error as ClientError).code);
}

/** Turns an error of a sign-in into a failure. */
export function toSignInFailure(error: unknown): SignOnFailure {
  const own = findOwn(error);
  if (own) return own;
  const { code, error: providerCode } = error as ClientError;
  if (isAway(error as ClientError)) return toAwayFailure(error as ClientError);
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return new SignOnFailure('provider-error', providerCode);
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return toTokenFailure(providerCode);
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return new SignOnFailure('client');
    case 'OAUTH_KEY_SELECTION_FAILED':
      return new SignOnFailure('token-key');
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new SignOnFailure('token-expired', findClaim(error as ClientError));
    default:
      return toAnswerFailure(error as ClientError);
  }
}

/** Returns the failure that a function which the library calls has thrown. */
function findOwn(error: unknown): SignOnFailure | null {
  if (error instanceof SignOnFailure) return error;
  const { cause } = error as ClientError;
  return cause instanceof SignOnFailure ? cause : null;
}

function toTokenFailure(providerCode = ''): SignOnFailure {
  if (CLIENT_ERRORS.has(providerCode)) return new SignOnFailure('client', providerCode);
  return providerCode === 'invalid_grant'
    ? new SignOnFailure('code')
    : new SignOnFailure('provider-error', providerCode);
}

/** Tells apart the wrong answers that share a code, by the object that the library attaches. */
function toAnswerFailure(error: ClientError): SignOnFailure {
  const wrong = findWrong(error);
  if (wrong.parameters instanceof URLSearchParams) {
    const text = readMessage(error);
    if (text.includes('"iss"')) return new SignOnFailure('other-provider');
    return new SignOnFailure(text.includes('"state"') ? 'state' : 'provider-answer');
  }
  if ('signature' in wrong) return new SignOnFailure('token-key');
  const claim = findClaim(error);
  return claim
    ? new SignOnFailure('token-claim', claim)
    : new SignOnFailure('provider-answer', error.code);
}

/** Turns an error of a check into a failure: whether the provider does not confirm the person, or could not say. */
export function toCheckFailure(error: unknown): SignOnFailure {
  const { code, error: providerCode = '', cause } = error as ClientError;
  const isOfPerson = code === 'OAUTH_RESPONSE_BODY_ERROR' && PERSON_ERRORS.has(providerCode);
  const status = cause instanceof Response ? cause.status : 0;
  const isOfToken = status === 401 || status === 403 || isRefusedToken(error as ClientError);
  if (isOfPerson || isOfToken) return new SignOnFailure('not-confirmed', providerCode || undefined);
  return toSignInFailure(error);
}

/** Whether the provider refuses the access token, as RFC 6750 says it. The client's own secret has `Basic`. */
function isRefusedToken({ code, cause }: ClientError): boolean {
  if (code !== 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || !Array.isArray(cause)) return false;
  return cause.some(({ scheme }: { scheme?: string }) => scheme?.toLowerCase() === 'bearer');
}

/** Names the status of the provider, or the code of the connection: an expired certificate is not an outage. */
function toAwayFailure(error: ClientError): SignOnFailure {
  const { code } = (error.cause ?? {}) as { code?: unknown };
  // A time limit has a number as its code.
  const known = typeof code === 'string' ? code : error.code;
  return new SignOnFailure('provider-away', findStatus(error)?.toString() ?? known);
}

function findStatus({ status, cause }: ClientError): number | undefined {
  return cause instanceof Response ? cause.status : status;
}

/** Returns whether the provider cannot answer now. */
function isAway(error: ClientError): boolean {
  const { code } = error;
  const found = findStatus(error);
  if (found !== undefined) return found >= 500 || found === 429;
  // `fetch` fails without a code.
  return code === undefined || AWAY_CODES.has(code);
}

function findWrong({ cause }: ClientError): Record<string, unknown> {
  const own = (cause as ClientError | undefined)?.cause ?? cause;
  return typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {};
}

/** Returns the message of the library's inner error, which is a fixed text. */
function readMessage({ message, cause }: ClientError): string {
  return `${message} ${cause instanceof Error ? cause.message : ''}`;
}

function findClaim(error: ClientError): string | undefined {
  const { claim, attribute } = findWrong(error);
  const named = claim ?? attribute;
  const [, first, second] = NAMED_CLAIM.exec(readMessage(error)) ?? [];
  return typeof named === 'string' ? named : (first ?? second);
}
