import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The types of one entry of the package. */
interface Entry {
  name: string;
  types: string;
}

const printer = ts.createPrinter({ removeComments: true });

/** Returns the declarations of all entries of the package built in `folder`, without comments and private members. */
export function toPublicApi(folder = '.'): string {
  const entries = readEntries(folder);
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext },
  );
  const sections = entries.map(({ name, types }) =>
    [`# ${name}`, ...toDeclarations(program, program.getSourceFile(types)!)].join('\n\n'),
  );
  return `${sections.join('\n\n')}\n`;
}

/** Reads the entries with types from package.json. All languages have the types of one. */
function readEntries(folder: string): Entry[] {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string | { types: string }>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = typeof target === 'string' ? target.replace(/\.js$/, '.d.ts') : target.types;
    if (!types.endsWith('.d.ts') || types.includes('.min.')) return [];
    return { name: path.replace('.', name), types: join(folder, types.replace('*', 'de')) };
  });
}

/** Returns the exported declarations by name, or the statements of a file that declares other modules. */
function toDeclarations(program: ts.Program, source: ts.SourceFile): string[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  if (exported.length === 0) return source.statements.map(print);
  return exported
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ declarations = [] }) => declarations.map(toStatement))
    .map(print);
}

/** A variable's declaration has its `const` two levels above. */
function toStatement(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

function print(node: ts.Node): string {
  const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return text.replaceAll(/^ +(#private|private [^;]*);\n/gm, '');
}
