import { CHECK_SECONDS, CHECKED_SECONDS, type Visitor } from '../../state/admin-session-store.ts';
import { type Claims, findClaim, toGivenRoles } from '../../state/role-rules.ts';
import { toRolesText } from '../../state/rights.ts';
import { SERVICE_ACTORS } from '../../state/service-actors.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import type { SignOnCode } from '../../telemetry/events.ts';
import {
  type AttemptSecrets,
  type ConfirmedPerson,
  IdentityProvider,
  type ProviderTokens,
} from './identity-provider.ts';
import { SignOnFailure } from './sign-on-failure.ts';

type Parts = Pick<
  ServiceParts,
  | 'audit'
  | 'people'
  | 'provider'
  | 'providerPeople'
  | 'signOnSecrets'
  | 'sessions'
  | 'companies'
  | 'url'
  | 'now'
  | 'report'
>;

/** The failures of a check that end a session. After all others, the provider may confirm the person later. */
const ENDING: ReadonlySet<SignOnCode> = new Set([
  'not-confirmed',
  'other-person',
  'other-provider',
  'removed',
]);
/** The largest difference between the clocks of two processes, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The identity provider cannot confirm a person now, and the last check is too old. */
export class Unconfirmed extends Error {
  readonly title = 'Your sign-in cannot be checked now';
  readonly text =
    'The sign-in of your organization cannot be reached. Reload this page in a minute. You stay signed in.';

  constructor() {
    super('The session cannot be checked.');
    this.name = 'Unconfirmed';
  }
}

/** A person of the back office. */
interface KnownPerson {
  personId: number;
  name: string;
}

/** A person who has signed in. */
export interface SignedOn extends KnownPerson {
  /** The provider's tokens. */
  sealed: string;
}

/** The sign-in at an identity provider, and the checks of its sessions. */
export class SingleSignOn {
  readonly #parts: Parts;
  readonly #provider: IdentityProvider | null;
  /** The checks under way, by session. */
  readonly #checks = new Map<string, Promise<boolean>>();
  readonly #unknownCompanies = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#provider = parts.provider ? new IdentityProvider(parts.provider) : null;
  }

  /** Whether the settings have a provider. */
  get isOffered(): boolean {
    return this.#provider !== null;
  }

  /** Returns the address at the provider, and the secrets of the attempt. Throws {@link SignOnFailure}. */
  begin(): Promise<{ address: URL; secrets: AttemptSecrets }> {
    return this.#require().begin(this.#toAddress('single-sign-on/callback'));
  }

  /** Ends an attempt with the query of the provider's answer. Throws {@link SignOnFailure}. */
  async finish(query: string, secrets: AttemptSecrets): Promise<SignedOn> {
    // The address is never that of the request, whose host name anybody may choose.
    const answer = new URL(this.#toAddress('single-sign-on/callback') + query);
    const { issuer, name, claims, tokens } = await this.#require().finish(answer, secrets);
    const { subject } = tokens;
    const personId = await this.#parts.providerPeople.keep({ issuer, subject, name });
    if (personId === null) throw new SignOnFailure('removed');
    const hasRole = await this.#setRoles({ personId, name }, claims ?? {});
    const missing = this.#rules.map(({ claim }) => claim).find((each) => !hasClaim(claims, each));
    const noRole = hasRole ? {} : { code: 'no-role' as const, detail: missing };
    this.#parts.report({ kind: 'sign-on', outcome: 'accepted', ...noRole });
    return { personId, name, sealed: this.#seal(tokens) };
  }

  /**
   * Asks the provider about the person of a session, unless the last check is recent. Returns whether the answer may have
   * changed or ended the session. A provider that is away changes nothing until the last check is too old: then it throws
   * {@link Unconfirmed}, and the session continues when the provider is back.
   */
  async confirm(session: string, { checkedAt, personId, name }: Visitor): Promise<boolean> {
    if (checkedAt === null || personId === null) return false;
    const age = this.#parts.now() - checkedAt;
    const isPast = age >= -CLOCK_TOLERANCE_MS;
    if (isPast && age < CHECK_SECONDS * 1000) return false;
    const check = this.#checks.get(session) ?? this.#startCheck(session, { personId, name });
    const isDone = await check;
    if (!isDone && !(isPast && age < CHECKED_SECONDS * 1000)) throw new Unconfirmed();
    return isDone;
  }

  /** Ends the session at the provider. Returns the address at which the browser ends it; `null` if there is none now. */
  async end(sealed: string): Promise<string | null> {
    const tokens = this.#unseal(sealed);
    if (!this.#provider || tokens?.provider !== this.#parts.provider?.issuer) return null;
    try {
      return (await this.#provider.end(tokens!, this.#toAddress('login')))?.href ?? null;
    } catch (error) {
      if (error instanceof SignOnFailure) return null;
      throw error;
    }
  }

  #startCheck(session: string, person: KnownPerson): Promise<boolean> {
    const check = this.#check(session, person).finally(() => this.#checks.delete(session));
    this.#checks.set(session, check);
    return check;
  }

  /** Returns whether the provider has said whether the person is still there. */
  async #check(session: string, person: KnownPerson): Promise<boolean> {
    const { sessions, now, report } = this.#parts;
    const sealed = await sessions.beginCheck(session);
    if (sealed === null) return false;
    const checkedAt = now();
    try {
      const { claims, tokens } = await this.#askAbout(sealed);
      if (claims) await this.#setRoles(person, claims);
      await sessions.passCheck(session, this.#seal(tokens), checkedAt);
      report({ kind: 'sign-on', outcome: 'checked' });
      return true;
    } catch (error) {
      if (!(error instanceof SignOnFailure)) throw error;
      const { code, detail } = error;
      const isEnding = ENDING.has(code);
      if (isEnding) await sessions.end(session);
      report({ kind: 'sign-on', outcome: isEnding ? 'ended' : 'unchecked', code, detail });
      return isEnding;
    }
  }

  async #askAbout(sealed: string): Promise<ConfirmedPerson> {
    const tokens = this.#unseal(sealed);
    if (!this.#provider || !tokens) throw new SignOnFailure('not-confirmed');
    return this.#provider.check(tokens);
  }

  /** Replaces the roles of a person by those of the rules, if there are rules. Returns whether the person has a role. */
  async #setRoles({ personId, name }: KnownPerson, claims: Claims): Promise<boolean> {
    if (this.#rules.length === 0) return true;
    const { audit, companies, people, providerPeople } = this.#parts;
    const former = (await people.find(personId))?.roles ?? [];
    const found = toGivenRoles(this.#rules, claims, await companies.names());
    for (const company of found.unknownCompanies) this.#warnOfCompany(company);
    const note = audit.note({
      ...{ actor: SERVICE_ACTORS.provider, action: 'change-role', companyId: null },
      ...{ object: name, objectId: String(personId) },
      ...{ before: { roles: toRolesText(former) }, after: { roles: toRolesText(found.roles) } },
    });
    await providerPeople.setRoles(personId, found.roles, note);
    return found.roles.length > 0;
  }

  #warnOfCompany(company: string): void {
    if (this.#unknownCompanies.has(company)) return;
    this.#unknownCompanies.add(company);
    const text = `SERVICE_OIDC_ROLES names “${company}”, which is not the name of exactly one company: the rule gives no role.`;
    this.#parts.report({ kind: 'notice', level: 'warn', text });
  }

  get #rules() {
    return this.#parts.provider?.roles ?? [];
  }

  #require(): IdentityProvider {
    if (!this.#provider) throw new Error('The settings have no identity provider.');
    return this.#provider;
  }

  #toAddress(page: string): string {
    return `${this.#parts.url().replace(/\/+$/, '')}/admin/${page}`;
  }

  #seal(tokens: ProviderTokens): string {
    return this.#parts.signOnSecrets.sealTokens(JSON.stringify(tokens));
  }

  #unseal(sealed: string): ProviderTokens | null {
    const text = this.#parts.signOnSecrets.unsealTokens(sealed);
    return text === null ? null : (JSON.parse(text) as ProviderTokens);
  }
}

function hasClaim(claims: Claims | null, name: string): boolean {
  return findClaim(claims ?? {}, name) !== undefined;
}
