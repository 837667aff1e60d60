import ts from 'typescript';
import { table } from './markdown-table.ts';

const ENTRY = 'src/host/index.ts';

const program = ts.createProgram([ENTRY], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
});
const checker = program.getTypeChecker();
const exported = new Map(
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ENTRY)!)!)
    .map((symbol) => [symbol.name, resolve(symbol)]),
);

/** Returns a table of the members of an exported interface or class, with an example for each. */
export function toMemberTable(name: string): string {
  const members = checker.getDeclaredTypeOfSymbol(find(name)).getProperties().filter(isPublic);
  const rows = members.map((member) => [
    `\`${member.name}\`${isOptional(member) ? ', optional' : ''}`,
    `\`${toType(member)}\``,
    toText(member),
    toExample(member, `${name}.${member.name}`),
  ]);
  return table(['name', 'type', 'description', 'example'], rows);
}

/** Returns a table of the words of an exported union of strings, with the comment on each. */
export function toWordTable(name: string, statusOf: (word: string) => number): string {
  const [declaration] = find(name).declarations!;
  // TypeScript attaches comments before a bar to no node.
  const words = declaration!.getText().matchAll(/\/\*\* (.*?) \*\/\s*\| '([\w-]+)'/gs);
  const rows = Array.from(words, ([, comment = '', word = '']) => {
    const [happened = '', ...fix] = comment.split(/(?<=\.) /);
    return [`\`${word}\``, String(statusOf(word)), happened, fix.join(' ')];
  });
  return table(['code', 'status', 'what happened', 'what to do'], rows);
}

/** Returns a section for each exported function: its signature, what it does and throws, and an example. */
export function toFunctions(names: readonly string[]): string {
  return names.map(toFunction).join('\n\n');
}

function toFunction(name: string): string {
  const symbol = find(name);
  const declaration = symbol.valueDeclaration as ts.FunctionDeclaration;
  const parameters = declaration.parameters.map((parameter) => parameter.getText()).join(', ');
  const throws = tagsOf(symbol, 'throws').map(
    (text) => `Throws ${text.replace(/^\{(.+?)\}/, '`$1`')}`,
  );
  return [
    `### \`${name}\``,
    `\`${name}(${parameters}): ${declaration.type?.getText()}\``.replaceAll(/\s+/g, ' '),
    [toText(symbol), ...throws].join('\n\n'),
    ['```js', tagsOf(symbol, 'example')[0] ?? missing(name), '```'].join('\n'),
  ].join('\n\n');
}

function toExample(member: ts.Symbol, name: string): string {
  const [example] = tagsOf(member, 'example');
  return `\`${example ?? missing(name)}\``;
}

function missing(name: string): never {
  throw new Error(`${name} needs an @example.`);
}

function toText(symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}

function tagsOf(symbol: ts.Symbol, name: string): string[] {
  const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === name);
  return tags.map(({ text }) => ts.displayPartsToString(text).trim());
}

function toType(member: ts.Symbol): string {
  const [declaration] = member.declarations as [ts.PropertySignature];
  return (declaration.type?.getText() ?? '').replaceAll(/\s+/g, ' ');
}

function isOptional({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0;
}

function isPublic(member: ts.Symbol): boolean {
  return !member.getJsDocTags(checker).some(({ name }) => name === 'internal');
}

function find(name: string): ts.Symbol {
  const symbol = exported.get(name);
  if (!symbol) throw new Error(`${ENTRY} does not export ${name}.`);
  return symbol;
}

function resolve(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
