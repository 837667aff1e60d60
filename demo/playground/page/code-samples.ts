/** An attribute of the tag, as it stands in code. */
export type Attribute = readonly [name: string, value: string];

/** How a dashboard gets into a page, by what the page is made with. */
export const STACKS: Readonly<Record<string, (attributes: readonly Attribute[]) => string>> = {
  HTML: (attributes) => `<script src="https://unpkg.com/embedded-dashboard@0.1.0" defer></script>

${toTag(attributes)}
`,

  React: (attributes) => `import 'embedded-dashboard';

export function Dashboard() {
  return (
${indent(toTag(attributes), 4)}
  );
}
`,

  Vue: (attributes) => `<script setup>
import 'embedded-dashboard';
</script>

<template>
${indent(toTag(attributes), 2)}
</template>

<!-- vite.config.js:
vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'embedded-dashboard' } } })
-->
`,

  Svelte: (attributes) => `<script>
  import 'embedded-dashboard';
</script>

${toTag(attributes)}
`,

  Angular: (attributes) => `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import 'embedded-dashboard';

@Component({
  selector: 'app-dashboard',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(withoutInterpolation(toTag(attributes)), 4)}
  \`,
})
export class DashboardComponent {}
`,
};

function toTag(attributes: readonly Attribute[]): string {
  const lines = attributes.map(([name, value]) => `\n  ${name}="${escape(value)}"`);
  return `<embedded-dashboard${lines.join('')}\n></embedded-dashboard>`;
}

/** As references, which all of these languages read; braces and backticks mean something to some of them. */
function escape(value: string): string {
  return value.replaceAll(/[&"<>{}`\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Angular reads the references first, and looks for its own braces then. */
function withoutInterpolation(tag: string): string {
  return tag.replaceAll('&#123;&#123;', "{{ '{{' }}");
}

function indent(lines: string, spaces: number): string {
  return lines.replaceAll(/^/gm, ' '.repeat(spaces));
}
