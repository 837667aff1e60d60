import { SettingError } from '../process/setting-error.ts';
import type { CompanyName } from './company-store.ts';
import { type GivenRole, type Role, ROLES } from './rights.ts';

/** A role for everybody whose claim at the identity provider has a value. */
export interface RoleRule {
  claim: string;
  value: string;
  role: Role;
  /** The name of the company in which the role counts; `null` for all companies. */
  company: string | null;
}

/** The claims of a person, as the identity provider sends them. */
export type Claims = Readonly<Record<string, unknown>>;

/** Matches `claim:value=role` and `claim:value=role@company`. The last `=` ends the value. */
const RULE = /^(?<claim>[^:]+):(?<value>.+)=(?<role>[a-z]+)(@(?<company>[^=]+))?$/s;

/**
 * Parses the rules, each `claim:value=role` or `claim:value=role@company`. Each part may be percent-encoded.
 * @throws {SettingError} for anything else. The message has the number of the rule.
 */
export function parseRoleRules(texts: readonly string[]): RoleRule[] {
  return texts.map((text, index) => {
    const rule = parseRule(text);
    if (rule) return rule;
    throw new SettingError(
      `SERVICE_OIDC_ROLES (oidcRoles) must be rules such as groups:sales=author or groups:sales=author@Aurora, separated by spaces, with the role ${ROLES.join(', ')}. Fix rule ${index + 1}.`,
    );
  });
}

function parseRule(text: string): RoleRule | null {
  const parts = RULE.exec(text)?.groups ?? {};
  const role = ROLES.find((each) => each === parts.role);
  const claim = decode(parts.claim);
  const value = decode(parts.value);
  const company = parts.company === undefined ? null : decode(parts.company);
  const isWhole = claim !== undefined && value !== undefined && company !== undefined;
  return role && isWhole ? { claim, value, role, company } : null;
}

/** Returns `undefined` for a text that is not there, or is not percent-encoded. */
function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns a claim by its name, or by its path such as `realm_access.roles`; `undefined` if there is none. */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    const isObject = typeof found === 'object' && found !== null && Object.hasOwn(found, part);
    found = isObject ? (found as Claims)[part] : undefined;
  }
  return found;
}

/** The roles of somebody's claims. */
export interface RolesOfClaims {
  /** The highest role in each company. */
  roles: GivenRole[];
  /** The companies of rules that apply, and that no company or more than one has as its name. */
  unknownCompanies: string[];
}

/** Returns the roles that rules give for claims. */
export function toGivenRoles(
  rules: readonly RoleRule[],
  claims: Claims,
  companies: readonly CompanyName[],
): RolesOfClaims {
  const roles = new Map<number | null, Role>();
  const unknownCompanies = new Set<string>();
  for (const { claim, value, role, company } of rules) {
    if (!isProven(claims, claim) || !hasValue(findClaim(claims, claim), value)) continue;
    const companyId = findCompany(companies, company);
    if (companyId === undefined) {
      unknownCompanies.add(company!);
      continue;
    }
    const other = roles.get(companyId);
    if (!other || ROLES.indexOf(other) < ROLES.indexOf(role)) roles.set(companyId, role);
  }
  return {
    roles: Array.from(roles, ([companyId, role]) => ({ companyId, role })),
    unknownCompanies: [...unknownCompanies],
  };
}

/** Anybody may enter the address of somebody else, so one that the provider calls unverified counts for nothing. */
function isProven(claims: Claims, claim: string): boolean {
  const verified = findClaim(claims, 'email_verified');
  return claim !== 'email' || verified === undefined || verified === true || verified === 'true';
}

/** Returns whether a claim is the value, or a list that has it. */
function hasValue(claim: unknown, value: string): boolean {
  const values = Array.isArray(claim) ? claim : [claim];
  return values.some(
    (each) => ['string', 'number', 'boolean'].includes(typeof each) && String(each) === value,
  );
}

/** Returns `undefined` if not exactly one company has the name. */
function findCompany(
  companies: readonly CompanyName[],
  name: string | null,
): number | null | undefined {
  if (name === null) return null;
  const [company, other] = companies.filter((each) => each.name === name);
  return other ? undefined : company?.id;
}
