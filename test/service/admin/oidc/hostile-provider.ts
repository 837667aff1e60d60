import type { IncomingMessage, ServerResponse } from 'node:http';
import { importJWK, type JWK, SignJWT } from 'jose';
import { CLIENT_ID, createKey, LoopbackServer } from '../../../support/identity-provider.ts';

/** The answers of a provider that differ from those of a correct one. */
export interface Mistake {
  /** Changes the claims of the ID token. */
  claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** The key that signs the ID token. Default: the published one. */
  key?: JWK;
  /** Changes the ID token. */
  token?: (token: string) => string;
  /** Changes the metadata. */
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  /** Answers a call in place of the provider, by the path. */
  answers?: Record<string, (response: ServerResponse, request: IncomingMessage) => void>;
}

const SECONDS = 1000;

/** A provider on loopback that makes mistakes. It has no page: the test plays the browser. */
export class HostileProvider {
  readonly #server = new LoopbackServer();
  mistake: Mistake = {};
  key!: JWK;
  /** The nonce of the attempt. */
  nonce = '';
  /** The claims of the person besides those of the ID token. */
  info: Record<string, unknown> = { sub: 'anna', name: 'Anna' };

  async listen(): Promise<string> {
    this.key = await createKey();
    this.#server.handle = (request, response) => {
      const { pathname } = new URL(request.url!, this.url);
      const answer = this.mistake.answers?.[pathname];
      if (answer) return answer(response, request);
      void this.#answer(pathname, response);
    };
    return this.#server.listen();
  }

  get url(): string {
    return this.#server.url;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(pathname: string, response: ServerResponse): Promise<void> {
    if (pathname === '/.well-known/openid-configuration') return send(response, this.#metadata());
    if (pathname === '/jwks') return send(response, { keys: [toPublic(this.key)] });
    if (pathname === '/userinfo') return send(response, this.info);
    if (pathname === '/token') return send(response, await this.#tokens());
    send(response, {}, 404);
  }

  #metadata(): Record<string, unknown> {
    const { url } = this;
    const metadata = {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
    return this.mistake.metadata?.(metadata) ?? metadata;
  }

  async #tokens(): Promise<Record<string, unknown>> {
    return {
      access_token: 'an-access-token-of-the-provider',
      token_type: 'Bearer',
      refresh_token: 'a-refresh-token-of-the-provider',
      id_token: await this.#createToken(),
    };
  }

  async #createToken(): Promise<string> {
    const { key = this.key, claims, token } = this.mistake;
    const now = Math.floor(Date.now() / SECONDS);
    const right = {
      ...{ iss: this.url, aud: CLIENT_ID, sub: 'anna', name: 'Anna', nonce: this.nonce },
      ...{ iat: now, exp: now + 300 },
    };
    const signed = await new SignJWT(claims?.(right) ?? right)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid! })
      .sign(await importJWK(key));
    return token?.(signed) ?? signed;
  }
}

/** Sends JSON. */
export function send(response: ServerResponse, content: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
}

function toPublic({ kty, n, e, kid, alg, use }: JWK): object {
  return { kty, n, e, kid, alg, use };
}
