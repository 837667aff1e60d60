import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { keywordCompletionSource, MySQL, PostgreSQL, type SQLDialect } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { TableInfo } from '../../../../database/table-list.ts';
import type { Dialect } from '../../../../database/dialect.ts';

/** The dialect of the SQL of a dataset, and the names that it may use. */
export interface SqlNames {
  dialect: Dialect['name'];
  tables: readonly TableInfo[];
  /** The parameters of all datasets. */
  parameters: readonly string[];
}

/** The CSS classes of the syntax. The style sheet has their colors. */
const COLORS = HighlightStyle.define([
  { tag: tags.keyword, class: 'sql-keyword' },
  { tag: [tags.string, tags.special(tags.string)], class: 'sql-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'sql-number' },
  { tag: tags.comment, class: 'sql-comment' },
  { tag: [tags.typeName, tags.standard(tags.name)], class: 'sql-type' },
]);

/** Matches the beginning of a parameter, but not of a `::` cast. */
const PARAMETER = /(?<!:):\w*$/;
/** CodeMirror's syntax and keywords of the dialects. */
const LANGUAGES: Record<Dialect['name'], SQLDialect> = {
  postgres: PostgreSQL,
  mysql: MySQL,
  // CodeMirror has no syntax of DuckDB. That of PostgreSQL is nearly the same.
  duckdb: PostgreSQL,
};

/** Returns the syntax highlighting of SQL, and the completion of keywords, tables, columns and parameters. */
export function sqlLanguage({ dialect, tables, parameters }: SqlNames): Extension {
  const { language, extension } = LANGUAGES[dialect];
  const { data } = language;
  return [
    extension,
    syntaxHighlighting(COLORS),
    data.of({ autocomplete: completeKeywords(LANGUAGES[dialect]) }),
    data.of({ autocomplete: completeTables(tables) }),
    data.of({ autocomplete: completeColumns(tables) }),
    data.of({ autocomplete: completeParameters(parameters) }),
  ];
}

function completeKeywords(dialect: SQLDialect): CompletionSource {
  const complete = keywordCompletionSource(dialect, true);
  return (context) => (isParameter(context) ? null : complete(context));
}

function completeTables(tables: readonly TableInfo[]): CompletionSource {
  const options = tables.map(({ name }) => ({ label: name, type: 'class', detail: 'table' }));
  return (context) => (isParameter(context) ? null : completeWord(context, /[\w.]+$/, options));
}

/** Completes the columns of the tables that the SQL names. */
function completeColumns(tables: readonly TableInfo[]): CompletionSource {
  return (context) => {
    if (isParameter(context)) return null;
    const text = context.state.doc.toString().toLowerCase();
    const named = tables.filter(({ name }) => text.includes(name.toLowerCase()));
    return completeWord(context, /\w+$/, toColumnOptions(named));
  };
}

function toColumnOptions(tables: readonly TableInfo[]): Completion[] {
  const options = new Map<string, Completion>();
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const detail = `${column.type}, ${name}`;
      options.set(column.name, { label: column.name, type: 'property', detail, boost: 1 });
    }
  }
  return [...options.values()];
}

function completeParameters(names: readonly string[]): CompletionSource {
  const options = names.map((name) => ({ label: `:${name}`, type: 'variable' }));
  return (context) => (isParameter(context) ? completeWord(context, PARAMETER, options) : null);
}

function isParameter(context: CompletionContext): boolean {
  return context.matchBefore(PARAMETER) !== null;
}

function completeWord(
  context: CompletionContext,
  pattern: RegExp,
  options: readonly Completion[],
): CompletionResult | null {
  const word = context.matchBefore(pattern);
  const typed = word?.text.toLowerCase();
  const isWhole = options.some(({ label }) => label.toLowerCase() === typed);
  if (!context.explicit && (!word || isWhole)) return null;
  return { from: word?.from ?? context.pos, options, validFor: pattern };
}
