import process from 'node:process';

/** Shows one line for each lane: on a terminal always the latest, elsewhere one at each quarter of the way. */
export class Progress {
  /** @type {Map<string, string>} */
  #lines = new Map();
  #drawn = 0;

  /** @param {string} script @param {string} text */
  show(script, text) {
    const before = this.#lines.get(script);
    this.#lines.set(script, text);
    if (process.stdout.isTTY) this.#draw();
    else if (quarterOf(before) !== quarterOf(text)) console.log(`${script} ${text}`);
  }

  /** Replaces the line of a script by its output. */
  end(script, output) {
    this.#lines.delete(script);
    this.#clear();
    process.stdout.write(output);
    if (process.stdout.isTTY) this.#draw();
  }

  #draw() {
    this.#clear();
    const width = process.stdout.columns - 1;
    for (const [script, text] of this.#lines) {
      process.stdout.write(`${`… ${script} ${text}`.slice(0, width)}\n`);
    }
    this.#drawn = this.#lines.size;
  }

  #clear() {
    if (this.#drawn > 0) process.stdout.write(`\u001B[${this.#drawn}A\u001B[J`);
    this.#drawn = 0;
  }
}

function quarterOf(text = '') {
  const [done = 0, all = 1] = text.match(/\d+/g) ?? [];
  return Math.floor((4 * done) / all);
}
