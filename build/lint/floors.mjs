import { dirname, join, relative, sep } from 'node:path';

/**
 * The rooms of each folder, from the lowest floor to the highest. A room is a folder or a file. All files that are not
 * named lie on a floor above these.
 */
export const FLOORS = {
  'service/src': [
    ['process'],
    ['telemetry'],
    ['secrets', 'values'],
    ['database'],
    ['dashboard', 'data-check'],
    ['demo', 'words'],
    ['tiles'],
    ['charts'],
    ['page'],
    ['downloads', 'state'],
    ['api'],
    ['deploy', 'transfer'],
    ['admin'],
    ['start'],
  ],
  'service/src/admin/browser/editor': [
    ['model'],
    ['fields', 'suggest'],
    ['sql'],
    ['datasets', 'filters', 'preview', 'saving', 'tiles'],
  ],
  'src/host': [['dashboard-host-error'], ['known-names', 'http'], ['call'], ['answer']],
};

/** A module of this folder replaces the one of the same path in `service/src`. */
const IN_BROWSERS = 'service/src/browser/';

/**
 * Returns the fault of an import: a sentence that names the allowed direction. Returns `null` if the import stays in its
 * room, or goes to a lower floor.
 * @param {string} file The path of the importing file, relative to the repository.
 * @param {string} specifier
 * @returns {string | null}
 */
export function findFault(file, specifier) {
  if (!specifier.startsWith('.')) return null;
  const target = join(dirname(file), specifier).replaceAll(sep, '/');
  const faults = Object.entries(FLOORS).map(([folder, floors]) => {
    const [from, to] = [file, target].map((path) => findRoom(folder, floors, path));
    if (!from || !to || from.name === to.name || to.floor < from.floor) return null;
    return `${folder}: ${from.name} may not import ${to.name}. An import goes to the left: ${draw(floors)}.`;
  });
  return faults.find((fault) => fault !== null) ?? null;
}

/** Returns the room of a path and the number of its floor; `null` for a path outside the folder. */
function findRoom(folder, floors, path) {
  const place = path.replace(IN_BROWSERS, 'service/src/');
  if (!place.startsWith(`${folder}/`)) return null;
  const [name] = place.slice(folder.length + 1).split(/\/|\.ts$/);
  const floor = floors.findIndex((rooms) => rooms.includes(name));
  return floor === -1 ? { name: 'the entry', floor: floors.length } : { name, floor };
}

function draw(floors) {
  return floors.map((rooms) => rooms.join(', ')).join(' · ');
}

/** A rule of oxlint: https://oxc.rs/docs/guide/usage/linter/js-plugins */
export default {
  meta: { name: 'house' },
  rules: {
    floors: {
      create(context) {
        const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
        const check = ({ source }) => {
          const message = typeof source?.value === 'string' ? findFault(file, source.value) : null;
          if (message) context.report({ node: source, message });
        };
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
          TSImportType: check,
        };
      },
    },
  },
};
