import type * as Syntax from '@babel/types';
import { onlyExport } from './config-object.ts';
import { localNames, nameOf, nodesOf, requiredModule, type Source } from './syntax.ts';

/** The place of a server in its source. */
export interface Server {
  /** The variable that holds the application. */
  name: string;
  /** The offset after the last import. */
  importAt: number;
  /** The offset of the statement before which the host is mounted. */
  mountAt: number;
  /** The file uses `require`. */
  isCommon: boolean;
  hasSemicolons: boolean;
}

/** The calls that prepare requests, such as the session of the application. All others answer or listen. */
const PREPARING = new Set([
  'use',
  'set',
  'register',
  'addHook',
  'decorate',
  'disable',
  'enable',
  'engine',
]);

/**
 * Finds the variable at the top of a file that holds the application of a framework. The host is mounted after what
 * prepares requests, before the first route. Returns `null` if there is none, or more than one.
 */
export function findServer(source: Source, module: string, creator: string): Server | null {
  const { statements, text } = source;
  const creators = new Set([
    ...localNames(source, module, creator),
    ...(creator === 'default' ? localNames(source, module, module) : []),
  ]);
  const found = statements.filter((statement) => variableOf(statement, creators, module));
  const [creation] = found;
  if (!creation || found.length > 1) return null;
  const name = variableOf(creation, creators, module)!;
  const later = statements.slice(statements.indexOf(creation) + 1);
  const uses = later.filter((statement) => usesOf(statement, name));
  const first = uses.find((statement) => !isPreparing(statement, name));
  if (!first) return null;
  return {
    name,
    mountAt: startOf(first),
    ...importPlace(statements),
    hasSemicolons: text[creation.end! - 1] === ';',
  };
}

/**
 * Finds the function that a file exports as a plugin, which gets the application: the form of `fastify-cli`. Returns
 * `null` if there is none that adds something to the application.
 */
export function findPlugin(source: Source): Server | null {
  const plugin = onlyExport(source.statements);
  if (!plugin || !isFunction(plugin) || plugin.body.type !== 'BlockStatement') return null;
  const [application] = plugin.params;
  if (application?.type !== 'Identifier') return null;
  const { name } = application;
  const uses = plugin.body.body.filter((statement) => usesOf(statement, name));
  // The first parameter of another function is not an application.
  if (!uses.some((statement) => isPreparing(statement, name))) return null;
  const first = uses.find((statement) => !isPreparing(statement, name)) ?? uses[0]!;
  return {
    name,
    mountAt: startOf(first),
    ...importPlace(source.statements),
    hasSemicolons: source.text[first.end! - 1] === ';',
  };
}

function isFunction(
  node: Syntax.Node,
): node is Syntax.FunctionDeclaration | Syntax.FunctionExpression | Syntax.ArrowFunctionExpression {
  return /^(Function|ArrowFunction)/.test(node.type);
}

function importPlace(
  statements: readonly Syntax.Statement[],
): Pick<Server, 'importAt' | 'isCommon'> {
  const isCommon = !statements.some(({ type }) => /^(Import|Export)/.test(type));
  const imports = statements.filter(
    isCommon ? isRequire : ({ type }) => type === 'ImportDeclaration',
  );
  return { importAt: imports.at(-1)?.end ?? 0, isCommon };
}

/** The start of a statement, or of the comment before it. */
function startOf({ leadingComments, start }: Syntax.Statement): number {
  return leadingComments?.[0]?.start ?? start!;
}

/** Returns the variable to which a statement assigns a new application, or `null`. */
function variableOf(
  statement: Syntax.Statement,
  creators: ReadonlySet<string>,
  module: string,
): string | null {
  const declaration =
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return null;
  for (const { id, init } of declaration.declarations) {
    const isCreation =
      (init?.type === 'CallExpression' || init?.type === 'NewExpression') &&
      (creators.has(nameOf(init.callee) ?? '') || requiredModule(init.callee) === module);
    if (isCreation && id.type === 'Identifier') return id.name;
  }
  return null;
}

function isRequire(statement: Syntax.Statement): boolean {
  return (
    statement.type === 'VariableDeclaration' &&
    nodesOf(statement, 'CallExpression').some(requiredModule)
  );
}

function usesOf(statement: Syntax.Statement, name: string): boolean {
  return nodesOf(statement, 'Identifier').some((identifier) => identifier.name === name);
}

/** Whether a statement is a call such as `app.use(session())`, or `await app.register(cookie)`. */
function isPreparing(statement: Syntax.Statement, name: string): boolean {
  if (statement.type !== 'ExpressionStatement') return false;
  const { expression } = statement;
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object, property } = call.callee;
  const method = nameOf(property) ?? '';
  // A router at a path may answer everything.
  const isRouter = method === 'use' && call.arguments[0]?.type === 'StringLiteral';
  return nameOf(object) === name && PREPARING.has(method) && !isRouter;
}
