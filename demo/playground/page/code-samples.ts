/** An attribute of the tag. */
export type Attribute = readonly [name: string, value: string];

/** Returns code with the attributes. */
type Sample = (attributes: readonly Attribute[]) => string;

/** The package's script on the reader's own server, as the quick start serves it: it works before a release, too. */
const SCRIPT = '<script src="/embedded-dashboard.min.js" defer></script>';
/** The script that `sizing` needs. */
const FRAME_SCRIPT = '\n<script src="/embedded-dashboard-frame.min.js" defer></script>';

/** The code that embeds a dashboard, by framework. */
export const STACKS: Readonly<Record<string, Sample>> = {
  HTML: (
    attributes,
  ) => `${SCRIPT}${hasSizing(attributes) ? FRAME_SCRIPT : ''}${toLocaleTags(attributes)}

${toTag(attributes)}
`,

  React: (attributes) => `${toImports(attributes)}

export function Dashboard() {
  return (
${indent(toTag(attributes, toJsx), 4)}
  );
}
`,

  Vue: (attributes) => `<script setup>
${toImports(attributes)}
</script>

<template>
${indent(
  toTag(attributes, (name, json) => `:${name}='${quote(json)}'`),
  2,
)}
</template>

<!-- vite.config.js:
vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'embedded-dashboard' } } })
-->
`,

  Svelte: (attributes) => `<script>
${indent(toImports(attributes), 2)}
</script>

${toTag(attributes, toJsx)}
`,

  Angular: (attributes) => `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
${toImports(attributes)}

@Component({
  selector: 'app-dashboard',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(withoutInterpolation(toTag(attributes, toAngular)), 4)}
  \`,
})
export class DashboardComponent {}
`,
};

/** The choice of the server's code, which is the same for every framework. */
export const SERVER = 'Server';

/** The names of all samples, in the order of their buttons. */
export const CODE_NAMES: readonly string[] = [...Object.keys(STACKS), SERVER];

/**
 * Adapts the server of the quick start to this dashboard, this service and the parameters that the page sends. A service
 * of the page's own origin runs in the browser, where servers cannot call it, so that its address is not used.
 */
export function toServerCode(
  server: string,
  guid: string,
  { serviceUrl, parameters }: { serviceUrl: string; parameters: string },
): string {
  const isCallable = !`${serviceUrl}/`.startsWith(`${location.origin}/`);
  const adapted = server
    .replace(/(?<=baseUrl: ')[^']*/, (usual) => (isCallable ? serviceUrl : usual))
    .replace(/(?<=dashboards: \[')[^']*/, () => guid.replaceAll(/[^\w-]/g, ''));
  const entries = toEntries(parameters);
  return entries.length > 0 ? withParameters(adapted, entries) : adapted;
}

/** Returns the parameters whose names the service allows. A link to the playground may have any text. */
function toEntries(parameters: string): [name: string, value: unknown][] {
  try {
    return Object.entries(Object(JSON.parse(parameters)) as object).filter(([name]) =>
      /^[a-z_]\w*$/i.test(name),
    );
  } catch {
    return [];
  }
}

/** Lets `resolve` check what the page sends. A logout has no parameters, so that each has a default. */
function withParameters(server: string, parameters: [name: string, value: unknown][]): string {
  const checks = parameters.map(([name, value]) => {
    const text = JSON.stringify(value);
    return `      ${name}: oneOf(parameters?.${name}, [${text}], ${text}),\n`;
  });
  return server.replace('{ createDashboardHost, ', '{ createDashboardHost, oneOf, ').replace(
    /resolve: \(\) => \(\{ (.*), (dashboards: .*) \}\),/,
    (_, session: string, dashboards: string) => `resolve: (_request, { parameters }) => ({
    ${session},
    ${dashboards},
    // List the values that this user may see.
    sqlParameters: {
${checks.join('')}    },
  }),`,
  );
}

/** Returns the imports of the element, of the module that `sizing` needs, and of the file of another language. */
function toImports(attributes: readonly Attribute[]): string {
  const files = [
    'embedded-dashboard',
    ...(hasSizing(attributes) ? ['embedded-dashboard/frame'] : []),
    ...localeFiles(attributes).map((file) => `embedded-dashboard/${file}`),
  ];
  return files.map((file) => `import '${file}';`).join('\n');
}

/** Returns the script tag of the language's file, which is in a folder next to the script. */
function toLocaleTags(attributes: readonly Attribute[]): string {
  const tags = localeFiles(attributes).map(
    (file) => `\n<script type="module" src="/${file}"></script>`,
  );
  return tags.join('');
}

function hasSizing(attributes: readonly Attribute[]): boolean {
  return attributes.some(([name]) => name === 'sizing');
}

function localeFiles(attributes: readonly Attribute[]): string[] {
  return attributes.filter(([name]) => name === 'lang').map(([, lang]) => `locales/${lang}.js`);
}

/** Writes an attribute whose property is an object in a framework's syntax. */
type ToObject = (name: string, json: string) => string;

/** The syntax of React and Svelte. */
const toJsx: ToObject = (name, json) => `${name}={${json}}`;

/** The template is a literal of JavaScript, with signs of its own. */
const toAngular: ToObject = (name, json) =>
  `[${name}]='${quote(json).replaceAll(/[`\\$]/g, String.raw`\$&`)}'`;

const toHtml: ToObject = (name, json) => `${name}='${quote(json)}'`;

/** Escapes for an attribute in single quotes, so that JSON keeps its own quotes. */
function quote(json: string): string {
  return json.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

function toTag(attributes: readonly Attribute[], toObject = toHtml): string {
  const lines = attributes.map(([name, value]) => {
    const isObject = /^(parameters|filters)$/.test(name) && isJson(value);
    return `\n  ${isObject ? toObject(name, value) : `${name}="${escape(value)}"`}`;
  });
  return `<embedded-dashboard${lines.join('')}\n></embedded-dashboard>`;
}

/** A visitor may write any text. */
function isJson(text: string): boolean {
  try {
    return Object(JSON.parse(text)) !== null;
  } catch {
    return false;
  }
}

/** Escapes with character references, which all frameworks read. Braces and backticks are syntax in some of them. */
function escape(value: string): string {
  return value.replaceAll(/[&"<>{}`\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes double braces again, because Angular decodes the references before it looks for braces. */
function withoutInterpolation(tag: string): string {
  return tag.replaceAll('&#123;&#123;', "{{ '{{' }}");
}

function indent(lines: string, spaces: number): string {
  return lines.replaceAll(/^/gm, ' '.repeat(spaces));
}
