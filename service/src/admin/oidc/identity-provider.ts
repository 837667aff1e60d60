import type * as library from 'openid-client';
import { type Claims, findClaim } from '../../state/role-rules.ts';
import { LONGEST_SUBJECT } from '../../state/provider-people.ts';
import { isActorName } from '../../state/service-actors.ts';
import type { SignOnCode } from '../../telemetry/events.ts';
import { isAllowedAddress, type ProviderSettings } from '../../state/provider-settings.ts';
import {
  SignOnFailure,
  toCheckFailure,
  toDiscoveryFailure,
  toSignInFailure,
} from './sign-on-failure.ts';
import { HIDDEN } from '../visible-name.ts';

/** The secrets of an attempt to sign in. The browser keeps them, sealed, until the provider sends it back. */
export interface AttemptSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** The tokens of a session at the provider. */
export interface ProviderTokens {
  /** The address of the provider in the settings. */
  provider: string;
  subject: string;
  /** Ends the session at the provider. */
  id: string;
  access: string;
  /** `null` if the provider gives none. */
  refresh: string | null;
}

/** A person whom the provider confirms now. */
export interface ConfirmedPerson {
  issuer: string;
  name: string;
  /** `null` if the provider did not send the claims of the roles: they are as before. */
  claims: Claims | null;
  tokens: ProviderTokens;
}

/** The limit of a call of the provider, in seconds. A person waits for it. */
const CALL_SECONDS = 5;
/** The age after which the provider's metadata are read again, in milliseconds. */
const METADATA_MS = 60 * 60 * 1000;
/** The largest difference between the clocks of the provider and of this process, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 120;
/** The failures that an old or a wrong address in the metadata may cause. */
const OF_METADATA: ReadonlySet<SignOnCode> = new Set([
  'provider-metadata',
  'provider-answer',
  'provider-away',
  'client',
]);
const LONGEST_NAME = 100;
/** Proxies and browsers refuse long headers. Without the token, the provider may ask the person. */
const LONGEST_HINT = 2048;

interface Connection {
  client: typeof library;
  config: library.Configuration;
}

/** The identity provider of the settings. Its metadata are read when they are first needed. */
export class IdentityProvider {
  readonly #settings: ProviderSettings;
  #known: { metadata: Promise<library.ServerMetadata>; at: number } | null = null;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
  }

  /** Returns the address to which a person goes to sign in, and the secrets of the attempt. Throws {@link SignOnFailure}. */
  async begin(returnTo: string): Promise<{ address: URL; secrets: AttemptSecrets }> {
    const { client, config } = await this.#connect();
    const secrets = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const { scopes_supported: scopes } = config.serverMetadata();
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: returnTo,
      // A refresh token lets the service ask whether the person is still there.
      scope: `openid profile email${scopes?.includes('offline_access') ? ' offline_access' : ''}`,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    });
    if (!isAllowedAddress(address)) throw this.#note(toHttpFailure());
    return { address, secrets };
  }

  /** Ends a sign-in. `answer`: the address to which the provider has sent the browser. Throws {@link SignOnFailure}. */
  async finish(answer: URL, secrets: AttemptSecrets): Promise<ConfirmedPerson> {
    const connection = await this.#connect();
    try {
      const tokens = await connection.client.authorizationCodeGrant(connection.config, answer, {
        pkceCodeVerifier: secrets.verifier,
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (claims.sub.length > LONGEST_SUBJECT) throw new SignOnFailure('token-claim', 'sub');
      checkClock(claims.iat);
      return await this.#confirm(connection, tokens, {
        provider: this.#settings.issuer,
        subject: claims.sub,
        id: tokens.id_token!,
        refresh: null,
      });
    } catch (error) {
      throw this.#note(toSignInFailure(error));
    }
  }

  /**
   * Asks whether the person of a session is still there: by the refresh token, which every provider refuses for a removed
   * person, or without one at the userinfo endpoint. Throws {@link SignOnFailure}: `not-confirmed`, or the reason why the provider could not
   * say.
   */
  async check(tokens: ProviderTokens): Promise<ConfirmedPerson> {
    if (tokens.provider !== this.#settings.issuer) throw new SignOnFailure('other-provider');
    const connection = await this.#connect();
    const { client, config } = connection;
    try {
      if (tokens.refresh === null) {
        const info = await client.fetchUserInfo(config, tokens.access, tokens.subject);
        const { issuer } = config.serverMetadata();
        const claims = this.#hasClaims(info) ? info : null;
        return { issuer, name: toName(info), claims, tokens };
      }
      const answer = await client.refreshTokenGrant(config, tokens.refresh);
      if ((answer.claims()?.sub ?? tokens.subject) !== tokens.subject) {
        throw new SignOnFailure('other-person');
      }
      return await this.#confirm(connection, answer, tokens);
    } catch (error) {
      throw this.#note(toCheckFailure(error));
    }
  }

  /** Ends the tokens of a session. Returns the address at which the browser ends the session of the provider; `null` if there is none. */
  async end({ id, refresh }: ProviderTokens, returnTo: string): Promise<URL | null> {
    const { client, config } = await this.#connect();
    const metadata = config.serverMetadata();
    if (refresh !== null && metadata.revocation_endpoint) {
      // The session of the back office has ended. A provider that does not answer changes nothing.
      await client.tokenRevocation(config, refresh).catch(() => {});
    }
    if (!metadata.end_session_endpoint) return null;
    const address = client.buildEndSessionUrl(config, {
      ...(id.length <= LONGEST_HINT && { id_token_hint: id }),
      post_logout_redirect_uri: returnTo,
    });
    return isAllowedAddress(address) ? address : null;
  }

  /** Returns the person of new tokens. Asks for the claims of the roles if the ID token does not have them. */
  async #confirm(
    { client, config }: Connection,
    answer: library.TokenEndpointResponse & library.TokenEndpointResponseHelpers,
    former: Omit<ProviderTokens, 'access'>,
  ): Promise<ConfirmedPerson> {
    const { issuer, userinfo_endpoint: endpoint } = config.serverMetadata();
    const token: Claims = answer.claims() ?? {};
    const isComplete = this.#hasClaims(token) && hasName(token);
    const info =
      endpoint && !isComplete
        ? await client.fetchUserInfo(config, answer.access_token, former.subject)
        : {};
    const claims = { ...info, ...token };
    return {
      issuer,
      name: toName({ sub: former.subject, ...claims }),
      claims: answer.id_token || this.#hasClaims(claims) ? claims : null,
      tokens: {
        ...former,
        id: answer.id_token ?? former.id,
        access: answer.access_token,
        refresh: answer.refresh_token ?? former.refresh,
      },
    };
  }

  /** Returns whether claims have all those of the rules. */
  #hasClaims(claims: Claims): boolean {
    return this.#settings.roles.every(({ claim }) => findClaim(claims, claim) !== undefined);
  }

  /**
   * Returns a connection with new keys: it asks the provider for them at each sign-in and check, so a key that the provider
   * has just replaced does not refuse anybody.
   */
  async #connect(): Promise<Connection> {
    const { clientId, clientSecret } = this.#settings;
    const client = await import('openid-client');
    const metadata = await this.#findMetadata(client);
    const methods = metadata.token_endpoint_auth_methods_supported;
    const authenticate = methods?.includes('client_secret_post')
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret);
    const config = new client.Configuration(
      metadata,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticate,
    );
    config.timeout = CALL_SECONDS;
    config[client.customFetch] = fetchAllowed;
    client.enableNonRepudiationChecks(config);
    if (this.#isInsecure) client.allowInsecureRequests(config);
    return { client, config };
  }

  /** Forgets the metadata after a failure that new ones may end. */
  #note(failure: SignOnFailure): SignOnFailure {
    if (OF_METADATA.has(failure.code)) this.#known = null;
    return failure;
  }

  #findMetadata(client: typeof library): Promise<library.ServerMetadata> {
    const now = performance.now();
    if (this.#known && now - this.#known.at < METADATA_MS) return this.#known.metadata;
    const known = { metadata: this.#discover(client), at: now };
    this.#known = known;
    // The next sign-in tries again.
    known.metadata.catch(() => {
      if (this.#known === known) this.#known = null;
    });
    return known.metadata;
  }

  async #discover(client: typeof library): Promise<library.ServerMetadata> {
    const { issuer, clientId, clientSecret } = this.#settings;
    try {
      const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: CALL_SECONDS,
        [client.customFetch]: fetchAllowed,
        execute: this.#isInsecure ? [client.allowInsecureRequests] : [],
      });
      return found.serverMetadata();
    } catch (error) {
      throw toDiscoveryFailure(error);
    }
  }

  /** Whether the provider is called by `http`, which the settings allow on loopback only. */
  get #isInsecure(): boolean {
    return new URL(this.#settings.issuer).protocol === 'http:';
  }
}

/** Calls the provider. */
const fetchAllowed: library.CustomFetch = (address, options) => {
  if (!isAllowedAddress(new URL(address))) throw toHttpFailure();
  return fetch(address, options as RequestInit);
};

/** The provider's metadata may name any address, but none to which a token or a browser goes by `http` over the network. */
function toHttpFailure(): SignOnFailure {
  return new SignOnFailure('provider-metadata', 'http');
}

/** An ID token comes from the provider directly, so the time of its issue is the time of the provider's clock. */
function checkClock(issuedAt: number): void {
  const seconds = Math.abs(Date.now() / 1000 - issuedAt);
  if (seconds > CLOCK_TOLERANCE_SECONDS) throw new SignOnFailure('clock');
}

/** The claims that have a name, the best one first. */
const NAMES = ['name', 'preferred_username', 'email'] as const;
const NAMELESS = 'person without a name';

function hasName(claims: Claims): boolean {
  return NAMES.some((claim) => toText(claims[claim]) !== '');
}

/** Returns the name to show. It is never compared: the subject says who the person is. */
function toName(claims: Claims): string {
  const names = [...NAMES, 'sub'].map((claim) => toText(claims[claim]));
  // Anybody may choose a name at some providers.
  return names.find((name) => name !== '' && !isActorName(name)) ?? NAMELESS;
}

/** Returns a text with the characters that people see. */
function toText(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  const text = claim.normalize('NFC').replaceAll(HIDDEN, '').replaceAll(/\s+/g, ' ').trim();
  return Array.from(text).slice(0, LONGEST_NAME).join('');
}
