import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The folders whose properties the build may rename. */
const OWN = ['src/element', 'src/frame', 'src/page', 'src/protocol'];
/** The types of the public API, of the browser and of Lit. */
const FOREIGN = [
  'generated/public-api.txt',
  // Copies of different versions meet in these names.
  'src/protocol/live-frame.ts',
  ...list('node_modules/typescript/lib', /^lib\.(dom|es)/),
  ...list('node_modules/@lit/reactive-element', /\.d\.ts$/),
];

/**
 * Returns the names of the properties that only the element's own code uses. A name is left out if the public API,
 * the browser or Lit has a property of this name, or if the code has it as a text.
 */
export function findOwnNames(): string[] {
  const own = OWN.flatMap((folder) => list(folder, /\.ts$/)).map(findNames);
  const others = new Set([
    ...FOREIGN.flatMap((path) => findNames(path).members),
    ...own.flatMap(({ texts }) => texts),
  ]);
  const members = new Set(own.flatMap((file) => file.members));
  return [...members].filter((name) => !others.has(name));
}

/** Finds the names of the members that a file declares, and the file's texts. */
function findNames(path: string): { members: string[]; texts: string[] } {
  const [members, texts] = [[] as string[], [] as string[]];
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) || ts.isTypeElement(node)) {
      if (node.name && ts.isIdentifier(node.name)) members.push(node.name.text);
    }
    if (ts.isLiteralTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  return { members, texts };
}

function list(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
}
