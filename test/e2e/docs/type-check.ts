import ts from 'typescript';

const OPTIONS = {
  allowJs: true,
  checkJs: true,
  // JavaScript has no type annotations.
  noImplicitAny: false,
  strictNullChecks: false,
};

/** Returns TypeScript's errors in JavaScript. `files` has texts by path, which need not exist on disk. */
export function findTypeErrors(files: Record<string, string>): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => path in files || fileExists(path);
  host.readFile = (path) => files[path] ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) =>
    path in files
      ? ts.createSourceFile(path, files[path]!, version)
      : getSourceFile(path, version, ...rest);
  const roots = ['src/index.ts', ...Object.keys(files)];
  const program = ts.createProgram(roots, { ...options, ...OPTIONS }, host);
  return Object.keys(files).flatMap((path) => {
    const source = program.getSourceFile(path);
    const errors = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return errors.map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
