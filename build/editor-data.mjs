import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @import { Plugin } from '@custom-elements-manifest/analyzer'
 */

/**
 * Writes further files for editors from the same manifest as `custom-elements.json`: custom data for VS Code and web
 * types for JetBrains. This plugin must come after the plugins that change the manifest.
 * @returns {Plugin}
 */
export function editorData() {
  return {
    name: 'editor-data',
    packageLinkPhase({ customElementsManifest }) {
      const element = customElementsManifest.modules
        .flatMap(({ declarations }) => declarations)
        .find(({ tagName }) => tagName);
      writeJson('vscode.html-custom-data.json', toCustomData(element));
      writeJson('web-types.json', toWebTypes(element));
    },
  };
}

/** https://github.com/microsoft/vscode-html-languageservice/blob/main/docs/customData.md */
function toCustomData(element) {
  return {
    version: 1.1,
    tags: [
      {
        name: element.tagName,
        description: { kind: 'markdown', value: toText(element) },
        attributes: element.attributes.map((attribute) => ({
          name: attribute.name,
          description: { kind: 'markdown', value: withDefault(attribute) },
          values: toWords(attribute),
        })),
      },
    ],
  };
}

/** https://github.com/JetBrains/web-types */
function toWebTypes(element) {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const fields = element.members.filter(({ kind }) => kind === 'field');
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: element.tagName,
            description: element.description,
            attributes: element.attributes.map((attribute) => ({
              name: attribute.name,
              description: attribute.description,
              value: { type: attribute.type.text, default: plain(attribute.default) },
              values: toWords(attribute),
            })),
            slots: element.slots.map(named),
            js: {
              properties: fields.map((field) => ({
                name: field.name,
                description: field.description,
                value: { type: field.type.text },
                'read-only': field.readonly,
              })),
              events: element.events.map(named),
            },
          },
        ],
      },
      css: {
        'pseudo-elements': toSelectors('part', element.cssParts),
        'pseudo-classes': toSelectors('state', element.cssStates),
      },
    },
  };
}

/** Describes the element, with the lists that VS Code has no fields for. */
function toText({ description, events, slots, cssParts, cssStates }) {
  const lists = {
    Events: events,
    Slots: slots,
    Parts: toSelectors('::part', cssParts),
    States: toSelectors(':state', cssStates),
  };
  const texts = Object.entries(lists).map(([title, entries]) => {
    const lines = entries.map((entry) => `- \`${entry.name}\`: ${entry.description}`);
    return [`**${title}**`, ...lines].join('\n');
  });
  return [description, ...texts].join('\n\n');
}

function toSelectors(selector, entries) {
  return entries.map(({ name, description }) => ({ name: `${selector}(${name})`, description }));
}

function named({ name, description }) {
  return { name, description };
}

/** Removes the quotes from a default that is a string of the sources. Other defaults are prose. */
function plain(value) {
  return value?.replace(/^'(.*)'$/, '$1');
}

function withDefault({ description, default: value }) {
  const text = plain(value);
  return text ? `${description}\n\nDefault: ${text === value ? text : `\`${text}\``}` : description;
}

/** Returns the words of a type, which editors suggest. */
function toWords({ type }) {
  return [...type.text.matchAll(/'([^']*)'/g)].map(([, name]) => ({ name }));
}

function writeJson(path, data) {
  writeFileSync(path, `${JSON.stringify(data, null, 2)}\n`);
}
