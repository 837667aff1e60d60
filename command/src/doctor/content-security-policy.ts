/** The directives of one policy, by name. A page may have several; each must allow an address. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/**
 * The directives that apply if a policy leaves one out, in their order.
 * https://www.w3.org/TR/CSP3/#directive-fallback-list
 */
const FALLBACKS = {
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'frame-ancestors': ['frame-ancestors'],
} as const;

export type Directive = keyof typeof FALLBACKS;

/** The marks of a script that a policy may list. */
export interface ScriptMarks {
  nonce?: string;
  integrity?: string;
}

/** Reads the policies of a header or a `<meta>`. Commas separate policies. */
export function parsePolicies(text: string | string[] | undefined): Policy[] {
  return [text ?? []].flat().flatMap((value) => value.split(',').map(parsePolicy));
}

function parsePolicy(text: string): Policy {
  const directives = new Map<string, string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    // The first of two equal names counts: https://www.w3.org/TR/CSP3/#parse-serialized-policy
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

/** Whether all policies let a page at `page` use the address. */
export function allowsAddress(
  policies: readonly Policy[],
  directive: Directive,
  address: URL,
  page: URL,
): boolean {
  return policies.every((policy) => {
    const sources = findSources(policy, directive);
    return !sources || sources.some((source) => matchesSource(source, address, page));
  });
}

/** Whether all policies let a page at `page` load a script, by its address, its nonce or its hash. */
export function allowsScript(
  policies: readonly Policy[],
  address: URL,
  page: URL,
  marks: ScriptMarks,
): boolean {
  return policies.every((policy) => {
    const sources = findSources(policy, 'script-src');
    if (!sources || isKnown(sources, marks)) return true;
    const isStrict = sources.includes("'strict-dynamic'");
    return !isStrict && sources.some((source) => matchesSource(source, address, page));
  });
}

/** Whether all policies let some other origin in. */
export function allowsOthers(policies: readonly Policy[], directive: Directive): boolean {
  return policies.every((policy) => {
    const sources = findSources(policy, directive);
    return !sources || sources.some((source) => !/^'(none|self)'$/i.test(source));
  });
}

/** Whether all policies let scripts run in the page's own origin. */
export function allowsOwnScripts(policies: readonly Policy[]): boolean {
  return policies.every((policy) => {
    const words = policy.get('sandbox');
    return !words || ['allow-scripts', 'allow-same-origin'].every((word) => words.includes(word));
  });
}

function findSources(policy: Policy, directive: Directive): readonly string[] | undefined {
  const name = FALLBACKS[directive].find((candidate) => policy.has(candidate));
  return name && policy.get(name);
}

function isKnown(sources: readonly string[], { nonce, integrity }: ScriptMarks): boolean {
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
  const hashes = integrity?.trim().split(/\s+/) ?? [];
  return hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash}'`));
}

/** https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function matchesSource(source: string, address: URL, page: URL): boolean {
  const lower = source.toLowerCase();
  if (lower === '*') return true;
  if (lower === "'self'") {
    return address.host === page.host && isSameScheme(page.protocol, address.protocol);
  }
  if (lower.startsWith("'")) return false;
  if (/^[a-z][a-z\d+.-]*:$/.test(lower)) return isSameScheme(lower, address.protocol);
  return matchesHost(source, address, page);
}

/** A source is a scheme, which may be missing, a host, a port and a path. */
const HOST_SOURCE = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(\/.*)?$/i;

function matchesHost(source: string, address: URL, page: URL): boolean {
  const [, scheme, host = '', port, path = ''] = HOST_SOURCE.exec(source) ?? [];
  return (
    isSameScheme(scheme ? `${scheme}:` : page.protocol, address.protocol) &&
    isSameHost(host.toLowerCase(), address.hostname) &&
    isSamePort(port, address) &&
    (path.endsWith('/') ? address.pathname.startsWith(path) : !path || address.pathname === path)
  );
}

/** A source of http matches https, too. */
function isSameScheme(wanted: string, actual: string): boolean {
  const scheme = wanted.toLowerCase();
  return scheme === actual || (scheme === 'http:' && actual === 'https:');
}

function isSameHost(wanted: string, actual: string): boolean {
  if (wanted === '*') return true;
  return wanted.startsWith('*.') ? actual.endsWith(wanted.slice(1)) : wanted === actual;
}

function isSamePort(wanted: string | undefined, { port, protocol }: URL): boolean {
  if (wanted === '*') return true;
  const standard = protocol === 'https:' ? '443' : '80';
  return (wanted ?? standard) === (port || standard);
}
