import { argv } from 'node:process';
import ts from 'typescript';

const CONFIG = 'command/tsconfig.build.json';

const [, , outDir = 'dist'] = argv;

// Compiles the modules of the commands that the package exports, with the modules of `src/protocol` that they import.
// In the package, the rooms of `command/src` lie next to those of `src`.
const { config } = ts.readConfigFile(CONFIG, (path) => ts.sys.readFile(path));
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, 'command', { outDir });
const host = ts.createCompilerHost(options);
const program = ts.createProgram(fileNames, options, host);
const faults = ts.getPreEmitDiagnostics(program);
if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, host));
program.emit(undefined, (path, text) => {
  const [folder] = /(command\/)?src\/(?=[^/]+\/[^/]+$)/.exec(path)!;
  host.writeFile(path.replace(folder, ''), toMoved(folder, path, text), false);
});

/** Returns the text of a compiled file that leaves the folder: other paths lead to imports, or from a map to its source. */
function toMoved(folder: string, path: string, text: string): string {
  if (!path.endsWith('.map')) return text.replaceAll('../../../src/', '../');
  const sources = '"sources":["';
  return text.replace(sources + folder.replaceAll(/\w+/g, '..'), sources);
}
