import { z } from 'zod';
import {
  type DashboardDraft,
  type DraftProblem,
  findReservedFields,
  toDraft,
} from '../dashboard/dashboard-draft.ts';
import {
  type Dashboard,
  DASHBOARD_GUID,
  type DashboardDefinition,
} from '../dashboard/definition.ts';
import { parseDraft, toProblem } from '../dashboard/draft-schema.ts';
import { findUnstorable } from '../dashboard/storable-text.ts';
import { FileNamer } from './file-namer.ts';
import {
  findBadLine,
  findJsonPlaces,
  findLine,
  findMissing,
  type JsonPlace,
} from './json-places.ts';
import { isObject, replaceSelects } from './selects.ts';

/** The file of a dashboard's folder that names the others. */
export const DASHBOARD_FILE = 'dashboard.json';

/** The texts of the files in a dashboard's folder, by their names. */
export type DashboardFiles = ReadonlyMap<string, string>;

/** A fault in the files of a dashboard. */
export interface FileFault {
  file: string;
  line: number;
  message: string;
}

/** A dashboard that was read from its files. */
export interface ReadDashboard {
  dashboard: Dashboard;
  draft: DashboardDraft;
  /** Returns the place of a draft's problem in the files. */
  locate: (problem: DraftProblem) => FileFault;
}

/** A dashboard, or the faults of its files. */
export type ParsedFiles = ReadDashboard | { faults: FileFault[] };

/**
 * Returns the files of a dashboard: its JSON, with each SELECT in a file of its own. Each file ends with a line break, which
 * does not belong to the SELECT.
 */
export function toFiles({ guid, title, accessible, definition }: Dashboard): DashboardFiles {
  const files = new Map<string, string>();
  const namer = new FileNamer();
  const rest = replaceSelects(definition, (sql, name) => {
    if (typeof sql !== 'string' || !isFileText(sql)) return sql;
    const file = `${namer.name(name)}.sql`;
    files.set(file, `${sql}\n`);
    return { file };
  });
  const head = { guid, title, accessible, definition: rest };
  return new Map([[DASHBOARD_FILE, `${JSON.stringify(head, null, 2)}\n`], ...files]);
}

/**
 * Returns whether a file brings a text back as it is. UTF-8 has no lone surrogates. Git takes a file with NUL for no text,
 * and may change CR. A BOM at the start belongs to the file.
 */
function isFileText(text: string): boolean {
  return text.isWellFormed() && !/^\uFEFF|[\0\r]/.test(text);
}

/** Returns the SELECT of a file. */
function toSql(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

/** Returns the dashboard of files, or the faults that the editor would refuse it for. Runs no SQL. */
export function parseFiles(files: DashboardFiles): ParsedFiles {
  const text = files.get(DASHBOARD_FILE);
  if (text === undefined) return toFaults(1, 'The file is missing.');
  const parsed = parseJson(text);
  if ('faults' in parsed) return parsed;
  const { value, root } = parsed;
  const issues = dashboardFile.safeParse(value).error?.issues ?? [];
  if (issues.length > 0) {
    const inJson = (issue: z.core.$ZodIssue): FileFault =>
      toPlacedFault(root, issue.path.map(String), toProblem(issue).message);
    return { faults: issues.map(inJson) };
  }
  return parseDashboard(value as Dashboard, files, root);
}

function parseDashboard(given: Dashboard, files: DashboardFiles, root: JsonPlace): ParsedFiles {
  const { definition, used, faults } = readSelects(given.definition, files, root);
  // A SELECT that was not found has no text to check.
  if (faults.length > 0) return { faults };
  const dashboard: Dashboard = { ...given, guid: given.guid.toLowerCase(), definition };
  const draft = toDraft(dashboard);
  const locate = (problem: DraftProblem): FileFault => findFault(problem, draft, used, root);
  const unused = [...files.keys()].filter((file) => file !== DASHBOARD_FILE && !used.has(file));
  const all = [
    ...unused.map((file) => ({ file, line: 1, message: UNUSED })),
    ...parseDraft(draft).problems.map(locate),
  ];
  return all.length > 0 ? { faults: all } : { dashboard, draft, locate };
}

const UNUSED = 'No dataset and no filter uses this file. Remove it.';

/** A line of the JSON has no field that is missing, so the message names it. */
function toPlacedFault(root: JsonPlace, path: readonly string[], message: string): FileFault {
  const missing = findMissing(root, path);
  const name = missing === undefined ? '' : `“${missing}”: `;
  return toFault(findLine(root, path), `${name}${message}`);
}

function toFault(line: number, message: string): FileFault {
  return { file: DASHBOARD_FILE, line, message };
}

function toFaults(line: number, message: string): { faults: FileFault[] } {
  return { faults: [toFault(line, message)] };
}

type ParsedJson = { value: unknown; root: JsonPlace } | { faults: FileFault[] };

function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return toFaults(findBadLine(text), 'This is not JSON.');
  }
  const { root, fault } = findJsonPlaces(text);
  return fault ? toFaults(fault.line, fault.message) : { value, root };
}

/** The fields of a definition are those of a draft, whose schema checks them. */
const dashboardFile = z
  .strictObject({
    guid: z
      .string()
      .refine((guid) => DASHBOARD_GUID.test(guid.toLowerCase()), 'This must be a GUID.'),
    title: z.string(),
    accessible: z.boolean(),
    definition: z.looseObject({ datasets: z.object({}).catchall(z.looseObject({})) }),
  })
  .superRefine(({ definition }, context) => {
    for (const path of findReservedFields(definition as unknown as DashboardDefinition)) {
      const message = `Remove “${path.at(-1)}”: there is no such field.`;
      context.addIssue({ code: 'custom', message, path: ['definition', ...path] });
    }
  });

/** A SELECT that has a file of its own. */
interface FileSelect {
  /** Its place in the definition. */
  path: string;
  sql: string;
}

interface ReadSelects {
  definition: DashboardDefinition;
  /** The SELECTs by their files. */
  used: ReadonlyMap<string, FileSelect>;
  faults: FileFault[];
}

/** Puts the texts of the files into a definition. */
function readSelects(definition: unknown, files: DashboardFiles, root: JsonPlace): ReadSelects {
  const used = new Map<string, FileSelect>();
  const faults: FileFault[] = [];
  const read = (sql: unknown, _: string, path: readonly string[]): unknown => {
    if (!isObject(sql)) return sql;
    const refuse = (message: string): void => {
      faults.push(toFault(findLine(root, ['definition', ...path]), message));
    };
    const { file, ...rest } = sql;
    if (typeof file !== 'string' || Object.keys(rest).length > 0) return refuse(NO_FILE);
    // Only a name of the folder's own list is read, so no path leads out of it.
    const name = [...files.keys()].find((each) => toName(each) === toName(file));
    if (name === undefined || name === DASHBOARD_FILE) {
      return refuse(`This folder has no file “${file.slice(0, 100)}”.`);
    }
    if (used.has(name)) return refuse(`Another SELECT uses the file “${name}”.`);
    const text = toSql(files.get(name)!);
    used.set(name, { path: path.join('.'), sql: text });
    return text;
  };
  return { definition: replaceSelects(definition, read) as DashboardDefinition, used, faults };
}

const NO_FILE = 'Give the SQL as a text, or its file as { "file": "name.sql" }.';

/** Some file systems list names in another form of Unicode. */
function toName(file: string): string {
  return file.normalize('NFC');
}

/** The fields next to the definition. */
const HEAD = new Set(['guid', 'title', 'accessible']);

/** Returns the place of a draft's problem: the line of an SQL file, or that of the field in the JSON. */
function findFault(
  { path, message, offset }: DraftProblem,
  { datasets }: DashboardDraft,
  used: ReadSelects['used'],
  root: JsonPlace,
): FileFault {
  const [list = '', index = '', ...rest] = path.split('.');
  const name = list === 'datasets' ? (datasets[Number(index)]?.name ?? '') : index;
  const place = [list, name, ...rest].filter((key) => key !== '');
  const [file, select] = [...used].find(([, each]) => each.path === place.join('.')) ?? [];
  if (!file || !select) {
    const inJson = HEAD.has(list) ? place : ['definition', ...place];
    return toPlacedFault(root, inJson, message);
  }
  // The database finds the offset of an SQL error. Before it runs, only such a character has a place of its own.
  const end = offset ?? Math.max(0, findUnstorable(select.sql));
  const line = select.sql.slice(0, end).split('\n').length;
  // The editor's message starts with the line of an SQL error.
  return { file, line, message: message.replace(/^Line \d+: /, '') };
}
