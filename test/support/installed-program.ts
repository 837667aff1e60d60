import { spawnSync } from 'node:child_process';

/** Returns true if this machine has the program. */
export function hasProgram(name: string): boolean {
  return findProgram(name) !== undefined;
}

/** Returns the program if this machine has it. With `module`, returns a Python that has this module. */
export function findProgram(name: string, module?: string): string | undefined {
  // Debian installs modules for its own Python, which may not be the first one in the path.
  const names = module ? [name, `/usr/bin/${name}`] : [name];
  // `java` takes one dash, and the others take two.
  const version = name === 'java' ? ['-version'] : ['--version'];
  const args = module ? ['-c', `import ${module}`] : version;
  return names.find((program) => spawnSync(program, args).status === 0);
}
