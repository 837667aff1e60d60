/**
 * Plugins that add what the analyzer cannot find in the sources.
 * @import { Plugin } from '@custom-elements-manifest/analyzer'
 */

/** The module that pages import from the package. It exports everything that is documented. */
const PUBLIC_MODULE = 'dist/index.js';

/**
 * Replaces the name of a union of words by the words, each with the comment before it. So the type of `reason` is
 * `'requested' | 'other-tab' | 'session-ended'`, and readers need not look up `LogoutReason`.
 * @returns {Plugin}
 */
export function wordTypes() {
  const types = new Map();
  return {
    name: 'word-types',
    collectPhase({ ts, node }) {
      if (ts.isTypeAliasDeclaration(node) && ts.isUnionTypeNode(node.type)) {
        const words = node.type.types.map((type, index, all) => ({
          name: type.getText().replaceAll("'", ''),
          description: readComment(node, all[index - 1]?.end ?? node.type.pos, type.getStart()),
        }));
        if (node.type.types.every(ts.isLiteralTypeNode)) types.set(node.name.text, words);
      }
    },
    packageLinkPhase({ customElementsManifest }) {
      const members = declarationsOf(customElementsManifest).flatMap(membersOf);
      // Look up all of them first: an inherited member shares the type of the original.
      const found = members.map((member) => ({ member, words: types.get(member.type?.text) }));
      for (const { member, words } of found) {
        if (!words) continue;
        member.type.text = words.map(({ name }) => `'${name}'`).join(' | ');
        if (words.some(({ description }) => description)) member.words = words;
      }
    },
  };
}

/**
 * Removes `as const` from objects, because the analyzer does not look through it.
 * @returns {Plugin}
 */
export function plainObjects() {
  return {
    name: 'plain-objects',
    collectPhase({ ts, node }) {
      if (!ts.isPropertyDeclaration(node) || !node.initializer) return;
      if (ts.isAsExpression(node.initializer)) node.initializer = node.initializer.expression;
    },
  };
}

/**
 * Takes the defaults of properties and attributes from the objects `DEFAULTS` and `FRAME_DEFAULTS`.
 * @returns {Plugin}
 */
export function defaultValues() {
  const defaults = {};
  return {
    name: 'default-values',
    collectPhase({ ts, node }) {
      if (!ts.isVariableDeclaration(node)) return;
      if (!['DEFAULTS', 'FRAME_DEFAULTS'].includes(node.name.getText())) return;
      for (const { name, initializer } of node.initializer.properties) {
        if (name) defaults[name.text] = initializer.getText();
      }
    },
    moduleLinkPhase({ moduleDoc }) {
      for (const { members = [], attributes = [] } of moduleDoc.declarations) {
        for (const member of members) member.default ??= defaults[member.name];
        for (const attribute of attributes) {
          attribute.default ??= members.find(({ name }) => name === attribute.fieldName)?.default;
        }
      }
    },
  };
}

/**
 * Keeps only the public interface: the documented exports of `src/index.ts`, under their path in the package.
 * @returns {Plugin}
 */
export function publicInterface() {
  return {
    name: 'public-interface',
    packageLinkPhase({ customElementsManifest }) {
      const { modules } = customElementsManifest;
      const { exports } = modules.find(({ path }) => path === 'src/index.ts');
      const definition = exports.find(({ kind }) => kind === 'custom-element-definition');
      const declarations = modules.flatMap((module) =>
        module.declarations.filter(({ name }) => isExported(exports, module.path, name)),
      );
      for (const declaration of declarations) tidy(declaration, declarations);
      customElementsManifest.modules = [toPublicModule(declarations, definition)];
    },
  };
}

function tidy(declaration, all) {
  // The base class is not exported.
  if (declaration.superclass?.module) delete declaration.superclass;
  declaration.members = membersOf(declaration).filter(
    ({ description, privacy }) => description && privacy !== 'private',
  );
  for (const member of declaration.members) {
    // The analyzer mistakes a constructor's parameters for default values.
    if (member.readonly) delete member.default;
    if (member.attribute) member.attribute = member.attribute.toLowerCase();
  }
  for (const attribute of declaration.attributes ?? []) {
    attribute.name = attribute.name.toLowerCase();
  }
  // The analyzer also mistakes arguments of an event's constructor for event names.
  declaration.events = declaration.events?.filter(({ name }) => name.startsWith('dashboard-'));
  for (const event of declaration.events ?? []) {
    event.description = all.find(({ name }) => name === event.type.text).description;
  }
}

function toPublicModule(declarations, definition) {
  const toReference = (name) => ({ name, module: PUBLIC_MODULE });
  return {
    kind: 'javascript-module',
    path: PUBLIC_MODULE,
    declarations,
    exports: [
      ...declarations.map(({ name }) => ({ kind: 'js', name, declaration: toReference(name) })),
      { ...definition, declaration: toReference(definition.declaration.name) },
    ],
  };
}

/** Checks for an export by name or with `*`. The analyzer writes a module's path in several ways. */
function isExported(exports, path, name) {
  return exports.some(
    ({ declaration }) =>
      declaration.module.endsWith(path.replace('src/', '/')) &&
      (declaration.name === name || declaration.name === '*'),
  );
}

function declarationsOf({ modules }) {
  return modules.flatMap(({ declarations }) => declarations);
}

function membersOf({ members = [] }) {
  return members;
}

/** Returns the text of the doc comment between two positions of a file, or an empty string. */
function readComment(node, start, end) {
  const [, comment = ''] =
    /\/\*\*(.*?)\*\//s.exec(node.getSourceFile().text.slice(start, end)) ?? [];
  return comment.replace(/\s*\n\s*\*\s*/g, ' ').trim();
}
