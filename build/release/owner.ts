import { table } from '../markdown-table.ts';

/** The facts that only the owner of the project knows. Each is `null` until the owner sets it. */
export interface Owner {
  /** The address of the repository, such as `git+https://forge.example/team/embedded-dashboard.git`. */
  repository: string | null;
  /** The address of the documentation site. */
  homepage: string | null;
  /** The address of the issues. */
  bugs: string | null;
  /** The versions that get security fixes, and for how long. */
  supportPeriod: string | null;
  /** The address that takes reports of vulnerabilities. */
  contact: string | null;
  /** The time within which the owner answers such a report. */
  answerTime: string | null;
}

/** The owner's values. `npm run release` writes the first three into the packages, `npm run docs` the others into the docs. */
export const OWNER: Owner = {
  repository: null,
  homepage: null,
  bugs: null,
  supportPeriod: null,
  contact: null,
  answerTime: null,
};

const FILE = 'build/release/owner.ts';

/** Returns a finding for each value that is not set. */
export function findUnsetValues(owner: Owner): string[] {
  return Object.entries(owner).flatMap(([name, value]) =>
    value === null ? [`Set \`${name}\` in ${FILE}.`] : [],
  );
}

/** Returns the fields of `package.json` that the owner has set. */
export function toManifestFields({ repository, homepage, bugs }: Owner): object {
  return {
    ...(repository && { repository: { type: 'git', url: repository } }),
    ...(homepage && { homepage }),
    ...(bugs && { bugs }),
  };
}

/** Returns the table of the docs about support. */
export function toSupportTable({ supportPeriod, contact, answerTime }: Owner): string {
  const unset = 'not decided before the first release';
  return table(
    ['question', 'answer'],
    [
      ['versions with security fixes', supportPeriod ?? unset],
      ['contact for vulnerabilities', contact ?? unset],
      ['time until the first answer', answerTime ?? unset],
    ],
  );
}
