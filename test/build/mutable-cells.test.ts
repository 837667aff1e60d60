import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FOLDER = 'src/element';
/** The largest number of states that a reader can keep in mind. Three of them serve dashboards that speak. */
const MOST_CELLS = 30;
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

test(`the element has at most ${MOST_CELLS} mutable cells`, () => {
  const cells = findCells(FOLDER);
  expect(cells.length, cells.join('\n')).toBeLessThanOrEqual(MOST_CELLS);
  // An empty list would pass the check above, too.
  expect(cells).toContain('page-clock.ts setBackMs = 0');
  expect(cells).toContain('token-session.ts #backoff = 0;');
});
