import type { BoundValues } from '../database/bound-values.ts';
import type { Row, RowSet } from '../database/database.ts';
import type { Dialect } from '../database/dialect.ts';
import { isShortened } from '../values/binary-text.ts';
import type { ValueType } from '../values/column-type.ts';
import { toOwnFormat } from '../values/category-format.ts';
import { toText } from '../values/value-formatter.ts';
import type { CategoryFormat } from '../values/value-style.ts';
import type { Dataset } from './definition.ts';
import { MAX_CHOICES } from './filter-schema.ts';
import { isChoiceValue } from './filter-value.ts';
import type { FailedDataset } from './dataset-failure.ts';
import type { DatasetResult, NamedSelect } from './run-dashboard.ts';

/** The largest number of choices that a search finds. */
export const MAX_FOUND = 50;
/** The longest text of a search, in UTF-16 units. */
export const MAX_SEARCH = 100;

/** The prefix of the service's own parameters. No filter and no token has one with it. */
const OWN_PREFIX = '__';

/** A value of a filter's list, and its label for readers. */
export interface Choice {
  value: string;
  label: string;
}

/** The choices of a SELECT. */
export interface ChoiceList {
  /** The first ones of a cut list. */
  choices: readonly Choice[];
  /** The format of the labels, if they are dates. */
  format?: CategoryFormat;
  /** The type of the values that a SELECT has read. */
  type?: ValueType;
  /** How much of the list is missing. A whole list has none. */
  cut?: CutList;
  /** The column of the values, if it is NULL in some rows. Readers cannot choose NULL. */
  nullColumn?: string;
  /** The failure of the SELECT. */
  failed?: FailedDataset;
}

/** The choices that a search has found. */
export interface FoundChoices extends ChoiceList {
  /** Whether there are more. */
  isCut: boolean;
}

/** The size of a list that is too long to be shown as a whole. */
export interface CutList {
  shown: number;
  /** The number of values of the whole list; `null` if the database could not count them. */
  total: number | null;
}

/** Runs SELECTs. */
export interface ListReader {
  read: (list: NamedSelect, maxRows: number) => Promise<DatasetResult>;
  /** Returns the dialect of a SELECT; `null` if its connection is missing. */
  findDialect: (select: Dataset) => Dialect | null;
}

/** Reads the first choices of a list, after those of the whole list that are wanted. Never throws for a failed query. */
export async function readList(
  list: NamedSelect,
  reader: ListReader,
  wanted: Iterable<string> = [],
): Promise<ChoiceList> {
  const result = await reader.read(list, MAX_CHOICES);
  if ('failure' in result) return { choices: [], failed: result };
  const found = toList(result);
  if (!result.truncated) return found;
  const { total, missing } = await count(list, result, reader);
  const shown = found.choices.length;
  // All rows may repeat the same few values.
  const isCut = total === null || total > shown;
  const whole = { ...found, ...(missing > 0 && { nullColumn: findColumns(result).value }) };
  if (!isCut) return whole;
  const known = new Set(found.choices.map(({ value }) => value));
  const others = [...wanted].filter((value) => !known.has(value));
  const chosen = others.length > 0 ? await readChosen(list, others, reader, result) : NO_CHOICES;
  if (chosen.failed) return chosen;
  return { ...whole, choices: [...chosen.choices, ...found.choices], cut: { shown, total } };
}

const NO_CHOICES: ChoiceList = { choices: [] };

/**
 * Reads the choices of the whole list that have one of these values. `known`: the first rows of the list. Default: it
 * reads them.
 */
export async function readChosen(
  list: NamedSelect,
  wanted: readonly string[],
  reader: ListReader,
  known?: DatasetResult,
): Promise<ChoiceList> {
  const names = wanted.map((_, index) => `${OWN_PREFIX}${index}`);
  const toParts: ToParts = ({ column, value }, type) => ({
    where: `${column} IN (${names.map((name) => `:${name}`).join(', ')})`,
    order: value,
    own: Object.fromEntries(names.map((name, index) => [name, { texts: wanted[index]!, ...type }])),
  });
  const result = await readSome(list, { maxRows: MAX_CHOICES, known }, reader, toParts);
  if ('failure' in result) return { choices: [], failed: result };
  const found = toList(result);
  // Some engines take texts as equal that differ in case.
  return { ...found, choices: found.choices.filter(({ value }) => wanted.includes(value)) };
}

/** Searches the labels of the whole list for a text. The matches at the start of labels are the first ones. */
export async function searchList(
  list: NamedSelect,
  text: string,
  reader: ListReader,
): Promise<FoundChoices> {
  const result = await readSome(list, { maxRows: MAX_FOUND }, reader, ({ label }) => {
    const place = `position(lower(:${OWN_PREFIX}search) IN lower(${label}))`;
    const own = { [`${OWN_PREFIX}search`]: text };
    return { where: `${place} > 0`, order: `${place}, ${label}`, own };
  });
  if ('failure' in result) return { choices: [], failed: result, isCut: false };
  return { ...toList(result), isCut: result.truncated };
}

/** Finds the choice of the whole list whose value is a text; without one, the only one whose label is the text. */
export async function findChoice(
  list: NamedSelect,
  text: string,
  reader: ListReader,
): Promise<FoundChoices> {
  const { choices } = await readChosen(list, [text], reader);
  if (choices.length > 0) return { choices, isCut: false };
  // The text may not fit the type of the values.
  const found = await searchList(list, text, reader);
  const same = found.choices.filter(({ label }) => label === text);
  return { ...found, choices: same.length === 1 ? same : [], isCut: false };
}

/** The SQL of a row's value, and of the texts of its value and its label. */
interface ListTexts {
  column: string;
  value: string;
  label: string;
}

/** Returns a condition for rows, and their order, with the values of its own parameters. */
type ToParts = (
  texts: ListTexts,
  type: ValueType,
) => { where: string; order: string; own: BoundValues };

/** Reads the rows of a list that meet a condition. `known`: its first rows. Default: it reads them. */
async function readSome(
  list: NamedSelect,
  limits: { maxRows: number; known?: DatasetResult | undefined },
  { read, findDialect }: ListReader,
  toParts: ToParts,
): Promise<DatasetResult> {
  const { select, values } = list;
  // A page has usually read them, so that the rows are kept for a while.
  const known = limits.known ?? (await read(list, MAX_CHOICES));
  const dialect = findDialect(select);
  if ('failure' in known || !dialect) return known;
  const { where, order, own } = toParts(toTexts(known, dialect), known.columns[0]!);
  const names = new Set(Object.values(findColumns(known)).map(dialect.toIdentifier));
  const columns = [...names].join(', ');
  const sql = `SELECT ${columns} FROM ${dialect.toSource(select.sql)}
WHERE ${where} GROUP BY ${columns} ORDER BY ${order}`;
  return read(
    { ...list, select: { ...select, sql }, values: { ...values, ...own } },
    limits.maxRows,
  );
}

async function count(
  list: NamedSelect,
  known: RowSet,
  { read, findDialect }: ListReader,
): Promise<{ total: number | null; missing: number }> {
  const { select } = list;
  const dialect = findDialect(select)!;
  const { value } = toTexts(known, dialect);
  const sql = `SELECT count(DISTINCT ${value}) AS total, count(*) - count(${value}) AS missing
FROM ${dialect.toSource(select.sql)}`;
  const result = await read({ ...list, select: { ...select, sql } }, 1);
  if ('failure' in result) return { total: null, missing: 0 };
  const [row] = result.rows;
  return { total: Number(row?.['total']), missing: Number(row?.['missing']) };
}

function toTexts(known: RowSet, dialect: Dialect): ListTexts {
  const toSql = (name: string): string =>
    `CAST(${dialect.toIdentifier(name)} AS ${dialect.textType})`;
  const { value, label } = findColumns(known);
  const own = toSql(value);
  return {
    column: dialect.toIdentifier(value),
    value: own,
    label: label === value ? own : `coalesce(${toSql(label)}, ${own})`,
  };
}

function findColumns({ columns }: RowSet): { value: string; label: string } {
  const [value = '', label = value] = columns.map(({ name }) => name);
  return { value, label };
}

function toList(result: RowSet): ChoiceList {
  const { value, label } = findColumns(result);
  const [type = { type: 'text' }, labelType = type] = result.columns;
  const format = toOwnFormat(labelType.type);
  const choices = result.rows
    .flatMap((row) => toChoice(row, value, label))
    .filter((choice) => !isShortened(choice.value, type));
  return {
    choices: [...new Map(choices.map((choice) => [choice.value, choice])).values()],
    type,
    ...(result.rows.some((row) => row[value] === null) && { nullColumn: value }),
    ...(format !== 'text' && { format }),
  };
}

function toChoice(row: Row, value: string, label: string): Choice[] {
  if (row[value] === null) return [];
  const text = toText(row[value]);
  return isChoiceValue(text) ? [{ value: text, label: toText(row[label] ?? text) || text }] : [];
}
