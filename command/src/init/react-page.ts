import type { Application } from './application.ts';
import { PURPOSES, TYPES_FILE, typesFile } from './framework.ts';
import type { Plan } from './plan.ts';
import { CLOSED_TAG, indent, REACT_18_TAG } from './tag.ts';
import { isOldReact } from './vite-pages.ts';

/** Adds a page that React renders on the server, and the types of the tag there. `start` is the first line, if any. */
export function addReactPage(
  plan: Plan,
  { dependencies, hasTypeScript }: Application,
  path: string,
  { start = '', typesFolder }: { start?: string; typesFolder: string },
): void {
  const isOld = isOldReact(dependencies);
  plan.create(path, start + toPage(isOld), PURPOSES.page);
  if (!hasTypeScript || isOld) return;
  plan.create(`${typesFolder}/${TYPES_FILE}`, typesFile('react'), PURPOSES.types);
}

/** The server renders attributes. The element is defined in the browser only, after React has hydrated the page. */
function toPage(isOld: boolean): string {
  const [from, effect, tag] = isOld
    ? ["import { EmbeddedDashboard } from 'embedded-dashboard/react18';", '', REACT_18_TAG]
    : [
        "import { useEffect } from 'react';",
        "  useEffect(() => void import('embedded-dashboard'), []);\n",
        CLOSED_TAG,
      ];
  return `${from}

export default function SalesPage() {
${effect}  return (
${indent(tag, 4)}
  );
}
`;
}
