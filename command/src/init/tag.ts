/** A dashboard of the included service, which pages show until the developer names another one. */
export const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

const ATTRIBUTES = ['token-url="/dashboards/token"', `dashboard-guid="${GUID}"`];
const PROPERTIES = ['tokenUrl="/dashboards/token"', `dashboardGuid="${GUID}"`];

/** The tag as HTML. */
export const TAG = tag('embedded-dashboard', ATTRIBUTES, '></embedded-dashboard>');

/** The tag of templates in which it may close itself. */
export const CLOSED_TAG = tag('embedded-dashboard', ATTRIBUTES, '/>');

/** The tag in React 19, whose types know the names of properties. */
export const REACT_TAG = tag('embedded-dashboard', PROPERTIES, '/>');

/** The component for React 18 and older. */
export const REACT_18_TAG = tag('EmbeddedDashboard', PROPERTIES, '/>');

function tag(name: string, attributes: readonly string[], end: string): string {
  return [`<${name}`, ...attributes.map((line) => `  ${line}`), end].join('\n');
}

/** Returns the lines with `columns` spaces before each. */
export function indent(lines: string, columns: number): string {
  return lines.replaceAll(/^(?=.)/gm, ' '.repeat(columns));
}

/** Returns a page for a script and the element that it fills. */
export function htmlPage(body: string, script: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Dashboard</title>
  </head>
  <body>
${indent(body, 4)}
    ${script}
  </body>
</html>
`;
}

/** Returns a component of React, or of a library with the same JSX. */
export function jsxComponent(from: string, tagLines: string): string {
  return `${from}

export function Dashboard() {
  return (
${indent(tagLines, 4)}
  );
}
`;
}
