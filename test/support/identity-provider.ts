import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

export const CLIENT_ID = 'back-office';
export const CLIENT_SECRET = 'the secret of the back office at the provider';

/** A person at the provider. */
export interface Account {
  name?: string;
  email?: string;
  groups?: string[];
}

/** An HTTP server on loopback whose handler can be replaced, so that its address is known before its clients are. */
export class LoopbackServer {
  readonly #server: Server;
  url!: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end();
  };

  constructor() {
    this.#server = createServer((request, response) => this.handle(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.url;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** `oidc-provider` on loopback: everybody signs in as {@link current}. */
export class TestProvider {
  readonly #server = new LoopbackServer();
  #url = '';
  readonly accounts = new Map<string, Account>();
  /** The account that signs in next. */
  current = 'anna';
  /** Whether the server does not answer. */
  isAway = false;
  /** Whether a page with a button asks the person before. */
  hasPage = false;
  /** The paths of the calls so far. */
  calls: string[] = [];

  /** `hostname`: `localhost` is another site than the service's `127.0.0.1`. */
  async listen(hostname = '127.0.0.1'): Promise<string> {
    this.#url = (await this.#server.listen()).replace('127.0.0.1', hostname);
    return this.#url;
  }

  get url(): string {
    return this.#url;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** Answers for a back office, with new keys. */
  async serve(officeUrl: string, configuration: Configuration = {}): Promise<void> {
    const provider = new Provider(this.url, {
      ...this.#toConfiguration(officeUrl, await createKey()),
      ...configuration,
    });
    provider.on('server_error', (_, error) => console.error(error));
    const answer = provider.callback();
    this.#server.handle = (request, response) => {
      this.calls.push(request.url!.split('?')[0]!);
      if (this.isAway) response.writeHead(503).end();
      else if (request.url!.startsWith('/enter/')) void this.#enter(provider, request, response);
      else void answer(request, response);
    };
  }

  async #enter(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (this.hasPage && !request.url!.endsWith('?go=')) {
      response.setHeader('Content-Type', 'text/html');
      response.end('<title>Provider</title><form><button name="go" value="">Enter</button></form>');
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: this.current } });
  }

  #toConfiguration(officeUrl: string, key: JWK): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${officeUrl}/admin/single-sign-on/callback`],
          post_logout_redirect_uris: [`${officeUrl}/admin/login`],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the cookies'] },
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
      interactions: { url: (_, { uid }) => `/enter/${uid}` },
      issueRefreshToken: async () => true,
      findAccount: (_, sub) => {
        const account = this.accounts.get(sub);
        return account && { accountId: sub, claims: async () => ({ sub, ...account }) };
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid profile email offline_access');
        await grant.save();
        return grant;
      },
    };
  }
}

/** Creates a key that signs ID tokens. */
export async function createKey(kid: string = crypto.randomUUID()): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}
