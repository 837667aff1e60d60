import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { findPassphrase } from '../../../service/src/start/passphrase.ts';
import { PASSPHRASE } from './exported-content.ts';

const QUESTIONS = ['Passphrase: ', 'Again: '] as const;

/** A terminal at which a person types, key by key, and sees the output. */
class Person {
  readonly input = Object.assign(new PassThrough(), { isTTY: true });
  readonly output = new PassThrough();
  seen = '';

  constructor(...answers: string[]) {
    this.output.on('data', (chunk) => {
      this.seen += String(chunk);
      // After a question, never before it.
      if (String(chunk).endsWith(': ')) this.input.write(answers.shift() ?? '\u0004');
    });
  }
}

const find = (person: Person, environment = {}) => findPassphrase(QUESTIONS, environment, person);

it('asks for a new passphrase twice, and does not show it', async () => {
  const person = new Person(`${PASSPHRASE}\r`, `${PASSPHRASE}\r`);
  expect(await find(person)).toBe(PASSPHRASE);
  expect(person.seen).toBe('Passphrase: \nAgain: \n');
});

it('asks for a known passphrase once', async () => {
  const person = new Person('short\r');
  expect(await findPassphrase(['Passphrase: '], {}, person)).toBe('short');
});

it('takes an empty line for none', async () => {
  expect(await find(new Person('\r'))).toBeNull();
});

it.each([
  [
    'two different ones',
    [`${PASSPHRASE}\r`, `${PASSPHRASE}!\r`],
    'The two passphrases are different.',
  ],
  ['a short one', ['too short\r'], 'The passphrase must have 12 to 256 characters.'],
  ['Ctrl+C', [`${PASSPHRASE}\u0003`], 'No passphrase was entered.'],
  ['the end of the input', ['\u0004'], 'No passphrase was entered.'],
])('refuses %s', async (_, answers, refusal) => {
  await expect(find(new Person(...answers))).rejects.toThrow(refusal);
});

it('takes the one of the environment without a question', async () => {
  const person = new Person();
  expect(await find(person, { SERVICE_EXPORT_PASSPHRASE: PASSPHRASE })).toBe(PASSPHRASE);
  await expect(find(person, { SERVICE_EXPORT_PASSPHRASE: 'too short' })).rejects.toThrow(
    'SERVICE_EXPORT_PASSPHRASE must have 12 to 256 characters.',
  );
  expect(person.seen).toBe('');
});

it('has none without a terminal', async () => {
  const person = new Person(`${PASSPHRASE}\r`);
  person.input.isTTY = false;
  expect([await find(person), person.seen]).toEqual([null, '']);
});
