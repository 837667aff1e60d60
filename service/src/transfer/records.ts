import { z } from 'zod';
import { DASHBOARD_GUID } from '../dashboard/definition.ts';
import { filled, text } from '../dashboard/tile-schema.ts';
import { LONGEST_SUBJECT } from '../state/provider-people.ts';
import { ROLES } from '../state/rights.ts';

// An export is a text of lines. Each line is a JSON object: the header, one record for each row, and the end.

/** The name of the format, in each header. */
export const FORMAT = 'embedded-dashboard-service export';
/** The version of the format. Another one is another set of fields, or another meaning of a field. */
export const FORMAT_VERSION = 1;

/** The largest integer of the database. */
const MAX_INTEGER = 2 ** 31 - 1;
/** Far below the largest integer, so that each version has a next one. */
const MAX_VERSION = 1_000_000_000;
/** The longest name of a company or a connection. */
const MAX_NAME = 200;
/** The longest address of an identity provider. */
const MAX_ISSUER = 2000;
/** More roles than anybody gives to a person. */
const MAX_ROLES = 10_000;
/** Longer than the longest sealed connection string of the back office's form. */
const MAX_SEALED = 50_000;

const companyId = z.int().min(1).max(MAX_INTEGER);
const version = z.int().min(1).max(MAX_VERSION);
const guid = z.string().regex(DASHBOARD_GUID);
const instant = z.iso.datetime();
const name = filled(MAX_NAME, 'Give it a name.');
const sealed = z
  .string()
  .regex(/^[\w-]+$/)
  .max(MAX_SEALED)
  .nullable();
const editor = text(MAX_NAME);
/** The editor's schema checks the rest. */
const definition = z.looseObject({ datasets: z.record(z.string(), z.looseObject({})) });

const secretsHeader = z.strictObject({
  /** The salt of scrypt, whose other parameters belong to the version of the format. */
  salt: z.string().regex(/^[\w-]{16,64}$/),
  /** A sealed text that shows whether a passphrase is the one of the file. */
  check: z.string().regex(/^[\w-]{16,200}$/),
});

/** The first line, of any version. */
export const anyHeader = z.looseObject({
  format: z.literal(FORMAT),
  version: z.int(),
  /** The version of the service that wrote the file. */
  service: z.string().regex(/^\d{1,5}(\.[\w-]{1,20}){1,5}$/),
});

/** The first line of this version. `secrets` is `null` in a file without a passphrase. */
export const header = anyHeader.extend({
  exportedAt: instant,
  secrets: secretsHeader.nullable(),
});

/** The last line. A file without it is incomplete. */
export const end = z.strictObject({
  kind: z.literal('end'),
  /** The number of records before it. */
  records: z.int().min(0),
  /** The mark of all lines before it; `null` in a file without a passphrase. */
  mark: z.string().max(100).nullable(),
});

const RECORDS = {
  /** `removedAt`: a deleted company stays as a row without a name, so that no start creates the demo company again. */
  company: z.strictObject({
    kind: z.literal('company'),
    id: companyId,
    name: text(MAX_NAME),
    removedAt: instant.nullable(),
    apiKey: sealed,
  }),
  connection: z.strictObject({
    kind: z.literal('connection'),
    companyId,
    name,
    connectionString: sealed,
  }),
  dashboard: z.strictObject({
    kind: z.literal('dashboard'),
    companyId,
    guid,
    title: z.string(),
    accessible: z.boolean(),
    definition,
    version,
    savedAt: instant,
    editor: editor.nullable(),
  }),
  /** An earlier version of a dashboard. */
  version: z.strictObject({
    kind: z.literal('version'),
    guid,
    version,
    title: z.string(),
    definition,
    savedAt: instant,
  }),
  draft: z.strictObject({
    kind: z.literal('draft'),
    companyId,
    guid,
    content: z.unknown(),
    version,
    publishedVersion: z.int().min(0).max(MAX_VERSION),
    editor,
    savedAt: instant,
  }),
  /** `removedAt`: a removed person of an identity provider stays, so that the provider does not bring the person back. */
  person: z.strictObject({
    kind: z.literal('person'),
    id: companyId,
    name,
    /** The hash of the password and its salt, as JSON; `null` without a password. */
    password: sealed,
    identity: z
      .strictObject({
        issuer: filled(MAX_ISSUER, 'Give it an issuer.'),
        subject: filled(LONGEST_SUBJECT, 'Give it a subject.'),
      })
      .nullable(),
    removedAt: instant.nullable(),
    roles: z
      .array(z.strictObject({ companyId: companyId.nullable(), role: z.enum(ROLES) }))
      .max(MAX_ROLES),
  }),
} as const;

/** A kind of record, by which they are counted. */
export type RecordKind = keyof typeof RECORDS;
/** A record of one kind. */
export type RecordOf<Kind extends RecordKind> = z.infer<(typeof RECORDS)[Kind]>;
/** A record of any kind. */
export type ExportRecord = { [Kind in RecordKind]: RecordOf<Kind> }[RecordKind];
export type SecretsHeader = z.infer<typeof secretsHeader>;
export type ExportHeader = z.infer<typeof header>;

/** The kinds of records in the order in which they are imported: each row comes after those that it needs. */
export const RECORD_KINDS = Object.keys(RECORDS) as RecordKind[];

/** Any record. */
export const record = z.discriminatedUnion('kind', [
  RECORDS.company.refine(({ name: own, removedAt }) =>
    removedAt === null ? name.safeParse(own).success : own === '',
  ),
  RECORDS.connection,
  RECORDS.dashboard,
  RECORDS.version,
  RECORDS.draft,
  RECORDS.person,
]);

/** Returns the record that a secret belongs to, for {@link ExportKey.seal}. */
export function toContext(
  owner:
    | { kind: 'company' | 'person'; id: number }
    | { kind: 'connection'; companyId: number; name: string },
): string {
  const { kind } = owner;
  return JSON.stringify(
    kind === 'connection' ? [kind, owner.companyId, owner.name] : [kind, owner.id],
  );
}

/** The numbers of records by their kinds. */
export type RecordCounts = Record<RecordKind, number>;

/** Returns counts that are all 0. */
export function createCounts(): RecordCounts {
  return { company: 0, connection: 0, dashboard: 0, version: 0, draft: 0, person: 0 };
}

const NAMES: Record<RecordKind, readonly [one: string, many: string]> = {
  company: ['company', 'companies'],
  dashboard: ['dashboard', 'dashboards'],
  version: ['earlier version', 'earlier versions'],
  draft: ['draft', 'drafts'],
  connection: ['data connection', 'data connections'],
  person: ['person', 'people'],
};

/** Returns counts for people: `2 companies, 1 dashboard, …`. */
export function describeCounts(counts: RecordCounts): string {
  return Object.entries(NAMES)
    .map(([kind, [one, many]]) => {
      const count = counts[kind as RecordKind];
      return `${count} ${count === 1 ? one : many}`;
    })
    .join(', ');
}
