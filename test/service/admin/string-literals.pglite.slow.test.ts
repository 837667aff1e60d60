import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiCode } from '../../../service/src/admin/api-code/api-code.ts';
import {
  toBashLiteral,
  toPhpLiteral,
  toPythonLiteral,
  toScriptLiteral,
} from '../../../service/src/admin/api-code/string-literals.ts';
import { inputs } from '../../support/inputs.ts';
import { hasProgram } from '../../support/installed-program.ts';

interface Language {
  program: string;
  file: string;
  toLiteral: (text: string) => string;
  /** Returns a program that writes all texts, each followed by a NUL. */
  toProgram: (literals: string[]) => string;
}

const forEach =
  (toLine: (literal: string) => string) =>
  (literals: string[]): string =>
    literals.map(toLine).join('\n');

const LANGUAGES: Language[] = [
  {
    program: process.execPath,
    file: 'literals.mjs',
    toLiteral: toScriptLiteral,
    toProgram: forEach((literal) => `process.stdout.write(${literal} + "\\0");`),
  },
  {
    program: 'bash',
    file: 'literals.sh',
    toLiteral: toBashLiteral,
    toProgram: forEach((literal) => `text=${literal}; printf '%s\\0' "$text"`),
  },
  {
    program: 'python3',
    file: 'literals.py',
    toLiteral: toPythonLiteral,
    toProgram: (literals) =>
      `import sys\n${forEach((literal) => `sys.stdout.buffer.write((${literal} + "\\0").encode())`)(literals)}`,
  },
  {
    program: 'php',
    file: 'literals.php',
    toLiteral: toPhpLiteral,
    toProgram: (literals) => `<?php\n${forEach((literal) => `echo ${literal}, "\\0";`)(literals)}`,
  },
  {
    program: 'java',
    file: 'Literals.java',
    toLiteral: toScriptLiteral,
    toProgram: (literals) => `class Literals {
      public static void main(String[] arguments) throws Exception {
        String[] texts = {${literals.join(',\n')}};
        System.out.write((String.join("\\0", texts) + "\\0").getBytes("UTF-8"));
        System.out.flush();
      }
    }`,
  },
];

/** Generates texts of any characters except NUL, with many that have a meaning in a literal. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from(`'"$\`\\{}()!#%&<>~ \r\n\t\u2028\u0085\u007fxuUnN0123ab`)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((unit) => unit !== '\0'),
  ),
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'string-literals-'));
});

afterAll(() => rm(folder, { recursive: true }));

it.for(LANGUAGES)('$file evaluates to exactly the given texts', async (language, { skip }) => {
  const { program, file, toLiteral, toProgram } = language;
  skip(!hasProgram(program), `There is no ${program} here.`);
  const evaluated = async (texts: string[]): Promise<string> => {
    await writeFile(join(folder, file), toProgram(texts.map(toLiteral)));
    // The result must not depend on UTF-8 in the locale.
    const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
    const child = spawn(program, [file], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return text(child.stdout);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 200 }), async (texts) => {
      expect((await evaluated(texts)).split('\0').slice(0, -1)).toEqual(texts);
    }),
    // One process evaluates some hundred texts.
    { ...inputs(1), endOnFailure: true },
  );
});

it('generates code of printable ASCII only', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (baseUrl, apiKey, dashboardGuid) => {
      for (const { blocks } of createApiCode({
        ...{ baseUrl, apiKey, dashboardGuid },
        requiredParameters: ['Region'],
      })) {
        for (const { code } of blocks) expect(code).toMatch(/^[\x20-\x7e\n]+$/);
      }
    }),
    inputs(100),
  );
});
