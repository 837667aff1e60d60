import type { AuditChange } from './audit-note.ts';

interface Named {
  guid: string;
  title: string;
}

/** Returns the change that publishes a dashboard. `former`: the version before; 0 for a new dashboard. */
export function toPublication({ guid, title }: Named, former: number): AuditChange {
  return {
    ...{ action: 'publish', object: title, objectId: guid },
    before: former === 0 ? null : { version: former },
    after: { version: former + 1 },
  };
}

/** Returns the change of the option “Accessible in API”. */
export function toSharing(
  { guid, title, accessible: before }: Named & { accessible: boolean },
  accessible: boolean,
): AuditChange {
  const facts = { before: { accessible: before }, after: { accessible } };
  return { action: 'share', object: title, objectId: guid, ...facts };
}

/** Returns the change that removes a dashboard. */
export function toRemoval({ guid, title }: Named): AuditChange {
  return { action: 'delete-dashboard', object: title, objectId: guid };
}
