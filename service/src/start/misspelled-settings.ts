import { SETTINGS } from './settings.ts';

/** The largest number of letters that are wrong, missing or too many in a misspelling. */
const MOST_MISTAKES = 2;

/**
 * Returns a warning for each variable that is almost the name of a setting without a value: a misspelled setting has its
 * default, such as `*` for the sites that may embed dashboards. Variables of other programs have no warning.
 */
export function findMisspelled(environment: NodeJS.ProcessEnv): string[] {
  const names = Object.values(SETTINGS).map(({ variable }) => variable);
  const unset = names.filter((name) => !environment[name]);
  return Object.keys(environment).flatMap((given) => {
    if (names.includes(given)) return [];
    const meant = unset.find((name) => isNear(given, name));
    return meant ? [`${given} is not a setting: did you mean ${meant}?`] : [];
  });
}

function isNear(given: string, name: string): boolean {
  if (Math.abs(given.length - name.length) > MOST_MISTAKES) return false;
  return countMistakes(given.toUpperCase(), name) <= MOST_MISTAKES;
}

/** Returns the Levenshtein distance. */
function countMistakes(given: string, name: string): number {
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (const [index, letter] of given.split('').entries()) {
    const next = [index + 1];
    for (const [at, other] of name.split('').entries()) {
      const changed = row[at]! + Number(letter !== other);
      next.push(Math.min(changed, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
