import { readFileSync } from 'node:fs';
import { listFiles } from '../../../build/prose/project-files.ts';

/** Documents, and code whose texts people read. Workflows run their own commands. */
const PRINTING =
  /^(?:[A-Z]+\.md|(?:docs|src|command|service|demo|build|bench|site|generated|\.github\/ISSUE_TEMPLATE)\/.*|test\/.*\.md)$/;
const TEXT = /\.(?:html|java|js|md|mjs|php|py|ts|tsx|vue|yml)$/;
/** Records of other projects' code. */
const FOREIGN = /^bench\/(?:evaluation|hand-made|samples)\//;

/** The words after the program, each after one space. Two spaces or a sign of prose end a command. */
const WORDS = '(?: [^\\s`\'"<>()“”,;\\\\|&#*]+)*';
const COMMAND = new RegExp(
  `\\b(?:npx [\\w-]+|npm (?:run(?: --silent)? [\\w:-]+|start|test)\\b|node (?:--[\\w=./-]+ )*[\\w./-]+\\.m?js\\b|node --test\\b)${WORDS}`,
  'g',
);

/** Returns the commands that the project prints or documents, each with the first file that has it. */
export function findPrintedCommands(): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of listFiles('.')) {
    if (!PRINTING.test(path) || !TEXT.test(path) || FOREIGN.test(path)) continue;
    for (const [command] of readFileSync(path, 'utf8').matchAll(COMMAND)) {
      const plain = command.replace(/(?:[.:?]+|\\n| --)$/, '');
      if (!found.has(plain)) found.set(plain, path);
    }
  }
  return found;
}
