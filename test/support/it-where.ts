/** Defines a test that runs in engines where `holds` is true. The report gives the reason of a skip. */
export function itWhere(holds: boolean, why: string, title: string, test: Mocha.AsyncFunc): void {
  if (holds) it(title, test);
  else it.skip(`${title} (left out: ${why})`, test);
}
