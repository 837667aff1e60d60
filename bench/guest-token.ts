/** Returns a token in the form of a JWT: Superset's SDK reads from it when to request the next one. */
export function createGuestToken(lifeSeconds: number): string {
  const claims = { exp: Math.floor(Date.now() / 1000) + lifeSeconds };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => JSON.stringify(part));
  const encoded = parts.map((part) => Buffer.from(part).toString('base64url'));
  return [...encoded, 'signature'].join('.');
}
