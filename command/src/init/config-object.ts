import type * as Syntax from '@babel/types';
import { indentAt, indentOf, type Insertion, startsLine } from './insertion.ts';
import { nameOf, nodesOf, type Source, untyped } from './syntax.ts';
import { indent } from './tag.ts';

/**
 * Returns the object that a configuration file exports, or `null` if it cannot be known: the object itself, the
 * argument of a function such as `defineConfig`, the result of a function, or a variable with one of these.
 */
export function exportedObject({ statements, json }: Source): Syntax.ObjectExpression | null {
  if (json) return json.type === 'ObjectExpression' ? json : null;
  const exported = onlyExport(statements);
  return exported && toObject(exported, statements);
}

/** Returns the array that a file exports, or `null`. */
export function exportedList({ statements }: Source): Syntax.ArrayExpression | null {
  const exported = onlyExport(statements);
  const value = exported && untyped(exported);
  return value?.type === 'ArrayExpression' ? value : null;
}

/** Returns the only node that a file exports by `export default` or `module.exports`, or `null`. */
export function onlyExport(statements: readonly Syntax.Statement[]): Syntax.Node | null {
  const exported = statements.flatMap((statement) => exportOf(statement) ?? []);
  return exported.length === 1 ? exported[0]! : null;
}

function exportOf(statement: Syntax.Statement): Syntax.Node | null {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type !== 'ExpressionStatement') return null;
  const { expression } = statement;
  const isExport =
    expression.type === 'AssignmentExpression' &&
    expression.left.type === 'MemberExpression' &&
    nameOf(expression.left.object) === 'module' &&
    nameOf(expression.left.property) === 'exports';
  return isExport ? expression.right : null;
}

function toObject(
  node: Syntax.Node,
  statements: readonly Syntax.Statement[],
): Syntax.ObjectExpression | null {
  const value = untyped(node);
  if (value.type === 'ObjectExpression') return value;
  if (value.type === 'CallExpression') {
    const [first] = value.arguments;
    return first && value.arguments.length === 1 ? toObject(first, statements) : null;
  }
  if (value.type === 'Identifier') {
    const variables = statements.flatMap((statement) =>
      statement.type === 'VariableDeclaration' ? statement.declarations : [],
    );
    const init = variables.find(({ id }) => nameOf(id) === value.name)?.init;
    return init ? toObject(init, statements) : null;
  }
  if (value.type !== 'ArrowFunctionExpression') return null;
  if (value.body.type !== 'BlockStatement') return toObject(value.body, statements);
  const results = nodesOf(value.body, 'ReturnStatement');
  const [result] = results;
  return result?.argument && results.length === 1 ? toObject(result.argument, statements) : null;
}

/**
 * Returns the insertions that add a property, with the objects on the way to it: none if the property exists, `null`
 * if the source does not allow it. `value` is the text of the value.
 */
export function addProperty(
  source: Source,
  root: Syntax.ObjectExpression,
  path: readonly string[],
  value: string,
): Insertion[] | null {
  return addAt(source, root, path, value, () => []);
}

/** Returns the insertions that add a property to the object that a file exports, or `null`. */
export function addToObject(
  source: Source,
  path: readonly string[],
  value: string,
): Insertion[] | null {
  const object = exportedObject(source);
  return object && addProperty(source, object, path, value);
}

/** Returns the insertions that add an item to an array, which is a property. The array is added if it is missing. */
export function addItem(
  source: Source,
  root: Syntax.ObjectExpression,
  path: readonly string[],
  item: string,
): Insertion[] | null {
  const array = `[\n${indent(item, 2)},\n]`;
  return addAt(source, root, path, array, (existing) =>
    existing.type === 'ArrayExpression' ? addEntry(source, existing, item) : null,
  );
}

function addAt(
  source: Source,
  root: Syntax.ObjectExpression,
  path: readonly string[],
  value: string,
  ifExisting: (value: Syntax.Node) => Insertion[] | null,
): Insertion[] | null {
  let object = root;
  for (const [index, key] of path.entries()) {
    // A later property replaces that of a spread object.
    if (object.properties.some(({ type }) => type === 'SpreadElement')) return null;
    const property = findProperty(object, key);
    if (!property) return addEntry(source, object, toEntry(source, path.slice(index), value));
    const inner = property.type === 'ObjectProperty' ? untyped(property.value) : property;
    if (index === path.length - 1) return ifExisting(inner);
    if (inner.type !== 'ObjectExpression') return null;
    object = inner;
  }
  return null;
}

/** Returns the property, or the method, of an object. */
export function findProperty(object: Syntax.ObjectExpression, key: string) {
  return object.properties
    .filter((each) => each.type !== 'SpreadElement')
    .find((each) => nameOf(each.key) === key);
}

/** Returns the lines of a property, each level indented by two spaces. */
function toEntry({ json }: Source, [key = '', ...rest]: readonly string[], value: string): string {
  const isPlain = !json && /^[A-Za-z_$][\w$]*$/.test(key);
  const quote = json ? '"' : "'";
  const name = isPlain ? key : `${quote}${key}${quote}`;
  if (rest.length === 0) return `${name}: ${value}`;
  const inner = indent(toEntry({ json } as Source, rest, value), 2);
  return `${name}: {\n${inner}${json ? '' : ','}\n}`;
}

/**
 * Returns the insertions that add an entry at the end of an object or array, or `null`. The lines of `entry` are
 * indented by two spaces; the source's own indentation replaces them.
 */
export function addEntry(
  source: Source,
  list: Syntax.ObjectExpression | Syntax.ArrayExpression,
  entry: string,
): Insertion[] | null {
  const { text, json } = source;
  const items = list.type === 'ObjectExpression' ? list.properties : list.elements;
  const [first, last] = [items[0], items.at(-1)];
  const end = json ? '' : ',';
  if (!first || !last) {
    const outer = indentAt(text, list.start!);
    const isOpen = /^[^\S\n]*\r?\n/.test(text.slice(list.start! + 1));
    const lines = indented(entry, outer + indentOf(text), text);
    return [{ at: list.start! + 1, text: `\n${lines}${end}${isOpen ? '' : `\n${outer}`}` }];
  }
  if (last.extra?.parenthesized) return null;
  const comma = list.extra?.trailingComma as number | undefined;
  const from = comma === undefined ? last.end! : comma + 1;
  if (!startsLine(text, first.start!)) {
    const inline = entry.replaceAll(/,(?=\n *[}\])])/g, '').replaceAll(/\n */g, ' ');
    const lines = indented(entry, indentAt(text, from), text).trimStart();
    const added = inline.length > LONG ? lines : inline;
    return [{ at: from, text: `${comma === undefined ? ',' : ''} ${added}` }];
  }
  const at = lineEndAfter(source, from, list.end! - 1);
  const lines = `\n${indented(entry, indentAt(text, first.start!), text)}${end}`;
  return comma === undefined
    ? [
        { at: last.end!, text: ',' },
        { at, text: lines },
      ]
    : [{ at, text: lines }];
}

/** The characters of an entry that is too long for the line of the others. */
const LONG = 100;

/** The end of the line after a last entry, behind its comment, but inside the list. */
function lineEndAfter({ text, comments }: Source, from: number, limit: number): number {
  const line = /\r?\n/.exec(text.slice(from));
  let at = line ? from + line.index : text.length;
  for (const { start, end } of comments) if (start! < at && end! > at) at = end!;
  return at > limit ? from : at;
}

function indented(entry: string, base: string, text: string): string {
  const unit = indentOf(text);
  return entry
    .split('\n')
    .map((line) => {
      const depth = /^ */.exec(line)![0].length / 2;
      return base + unit.repeat(depth) + line.trimStart();
    })
    .join('\n');
}
