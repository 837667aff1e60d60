import { parse, parseExpression, type ParserPlugin } from '@babel/parser';
import type * as Syntax from '@babel/types';

/** A parsed source. */
export interface Source {
  text: string;
  /** The statements; none in JSON. */
  statements: readonly Syntax.Statement[];
  /** The object of a JSON file. */
  json: Syntax.Expression | null;
  comments: readonly Syntax.Comment[];
}

const PLUGINS: ParserPlugin[] = ['typescript', 'decorators'];

/** Parses JavaScript, TypeScript or JSX. Returns `null` if it cannot be parsed. */
export function parseScript(text: string): Source | null {
  for (const plugins of [PLUGINS, [...PLUGINS, 'jsx' as const]]) {
    try {
      const { program, comments } = parse(text, {
        sourceType: 'unambiguous',
        allowReturnOutsideFunction: true,
        plugins,
      });
      return { text, statements: program.body, json: null, comments: comments ?? [] };
    } catch {
      // Type assertions in angle brackets and JSX exclude each other.
    }
  }
  return null;
}

/** Parses JSON, with comments and trailing commas if it has them. Returns `null` if it cannot be parsed. */
export function parseJson(text: string): Source | null {
  try {
    const json = parseExpression(text);
    return {
      text,
      statements: [],
      json,
      comments: (json as { comments?: Syntax.Comment[] }).comments ?? [],
    };
  } catch {
    return null;
  }
}

/** Returns all nodes of the given type, in the order of the source. */
export function nodesOf<Type extends Syntax.Node['type']>(
  root: unknown,
  type: Type,
): Extract<Syntax.Node, { type: Type }>[] {
  if (Array.isArray(root)) return root.flatMap((item) => nodesOf(item, type));
  if (!isNode(root)) return [];
  const inner = Object.entries(root)
    .filter(([key]) => !/comments$/i.test(key) && key !== 'loc')
    .flatMap(([, value]) => nodesOf(value, type));
  return root.type === type ? [root as Extract<Syntax.Node, { type: Type }>, ...inner] : inner;
}

/** Returns the local names of a module's import: by `import` or by `require`. `name` is `default` or a named one. */
export function localNames(source: Source, module: string, name: string): string[] {
  const imported = source.statements.flatMap((statement) =>
    statement.type === 'ImportDeclaration' && statement.source.value === module
      ? statement.specifiers
      : [],
  );
  const names = imported.filter((specifier) =>
    specifier.type === 'ImportSpecifier'
      ? nameOf(specifier.imported) === name
      : name === 'default' && specifier.type === 'ImportDefaultSpecifier',
  );
  return [...names.map(({ local }) => local.name), ...requiredNames(source, module, name)];
}

function requiredNames({ statements }: Source, module: string, name: string): string[] {
  return nodesOf(statements, 'VariableDeclarator').flatMap(({ id, init }) => {
    if (requiredModule(init) !== module) return [];
    if (id.type === 'Identifier') return name === 'default' ? [id.name] : [];
    if (id.type !== 'ObjectPattern') return [];
    return id.properties.flatMap((property) =>
      property.type === 'ObjectProperty' &&
      nameOf(property.key) === name &&
      property.value.type === 'Identifier'
        ? [property.value.name]
        : [],
    );
  });
}

/** Returns the module of a call of `require`; `null` for any other node. */
export function requiredModule(node: Syntax.Node | null | undefined): string | null {
  const isRequire = node?.type === 'CallExpression' && nameOf(node.callee) === 'require';
  const [argument] = isRequire ? node.arguments : [];
  return argument ? nameOf(argument) : null;
}

/** Returns the name of an identifier, or the value of a text. */
export function nameOf(node: Syntax.Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : null;
}

/** Returns the expression without what only types add: `as`, `satisfies`, `!`. */
export function untyped(node: Syntax.Node): Syntax.Node {
  return node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression'
    ? untyped(node.expression)
    : node;
}

function isNode(value: unknown): value is Syntax.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
