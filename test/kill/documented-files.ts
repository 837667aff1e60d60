import { readFile } from 'node:fs/promises';

/** The configuration that the documentation shows and the test starts. */
const FOLDER = 'docs/examples/high-availability';
/** The addresses of the documented machines. None may be left. */
const DOCUMENTED_ADDRESS = /10\.0\.0\.\d+/;

/** The texts of the documented files, each with its replacement on this machine. */
export type Places = ReadonlyMap<string, string>;

/**
 * Returns the text of a documented file for this machine. Longer texts are replaced first.
 * @throws {Error} if the file has an address without a replacement.
 */
export async function readDocumented(name: string, places: Places): Promise<string> {
  let text = await readFile(`${FOLDER}/${name}`, 'utf8');
  const longestFirst = [...places].toSorted(([a], [b]) => b.length - a.length);
  for (const [documented, here] of longestFirst) text = text.replaceAll(documented, here);
  const [left] = DOCUMENTED_ADDRESS.exec(text) ?? [];
  if (left) throw new Error(`${FOLDER}/${name} has the address ${left}, which the test lacks.`);
  return text;
}

/** Returns the variables of a documented environment file. */
export async function readEnvironment(
  name: string,
  places: Places,
): Promise<Record<string, string>> {
  const lines = (await readDocumented(name, places)).split('\n');
  const variables = lines.filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(
    variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
