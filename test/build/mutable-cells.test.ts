import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The number of states in each folder, all of which a reader has to keep in mind. It only goes down. */
const CELLS = { 'src/element': 24, 'src/frame': 12 };
/** The class whose public fields are properties, which the page sets. They do not count. */
const ELEMENT = 'EmbeddedDashboardElement';

/**
 * The places in a folder that hold mutable state: fields and members that are not `readonly`, and
 * module-level `let`. Members of types count if something assigns to them.
 */
function findCells(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
  const config = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  // Cells need no types of the browser and of Node, which take most of the time.
  const program = ts.createProgram(files, { ...options, noLib: true, types: [] });
  const checker = program.getTypeChecker();
  const cells = new Set<string>();
  for (const file of files) {
    const source = program.getSourceFile(file)!;
    const note = (node: ts.Node): unknown =>
      cells.add(
        `${node.getSourceFile().fileName.split('/').at(-1)} ${node.getText().split('\n')[0]}`,
      );
    for (const statement of source.statements) {
      if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Let) {
        statement.declarationList.declarations.forEach(note);
      }
    }
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyDeclaration(node) && isMutableField(node)) note(node);
      const target = toTarget(node);
      const [declaration] = (target && checker.getSymbolAtLocation(target)?.declarations) ?? [];
      if (declaration && isMutableMember(declaration)) note(declaration);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...cells];

  function isMutableMember(node: ts.Declaration): boolean {
    return (
      ts.isPropertySignature(node) &&
      node.getSourceFile().fileName.includes(`${folder}/`) &&
      !isReadonly(node)
    );
  }
}

function isMutableField(node: ts.PropertyDeclaration): boolean {
  const name = ts.isClassLike(node.parent) ? (node.parent.name?.text ?? '') : '';
  const isStatic = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  const isProperty = name === ELEMENT && !ts.isPrivateIdentifier(node.name);
  return !isReadonly(node) && !isStatic && !isProperty;
}

function isReadonly(node: ts.PropertyDeclaration | ts.PropertySignature): boolean {
  return !!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
}

/** The member that an assignment, or `++` and `--`, writes to. */
function toTarget(node: ts.Node): ts.Node | null {
  const target = toOperand(node);
  return target && ts.isPropertyAccessExpression(target) ? target.name : null;
}

function toOperand(node: ts.Node): ts.Node | null {
  if (ts.isPostfixUnaryExpression(node)) return node.operand;
  if (ts.isPrefixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
    return [PlusPlusToken, MinusMinusToken].includes(node.operator) ? node.operand : null;
  }
  if (!ts.isBinaryExpression(node)) return null;
  const { kind } = node.operatorToken;
  const isAssignment =
    kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  return isAssignment ? node.left : null;
}

test.each(Object.entries(CELLS))('%s has %d mutable cells', (folder, count) => {
  const cells = findCells(folder);
  expect(cells.length, cells.join('\n')).toBe(count);
});
