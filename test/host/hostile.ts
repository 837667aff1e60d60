import * as fc from 'fast-check';
import { expect } from 'vitest';
import { DashboardHostError } from 'embedded-dashboard/host';
import { noText } from '../support/hostile-text.ts';
import { inputs } from '../support/inputs.ts';
import { scaled } from '../support/tier.mjs';

/** Generates texts, and in one of `share` cases a value that only looks like such a text. */
export const orNoText = (text: fc.Arbitrary<string>, share = 25): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: share, arbitrary: text }, { weight: 1, arbitrary: text.chain(noText) });

/** Returns the generated value in most cases, or one that only looks like `text`. */
export const mostlyOf = <Value>(value: fc.Arbitrary<Value>, text: string, share = 20) =>
  fc.oneof({ weight: share, arbitrary: value }, noText(text));

/** The kinds of an attack's inputs that passed, and the messages of the refusals. */
export class Tally {
  readonly passed = new Map<string, number>();
  readonly refusals = new Set<string>();

  pass(kind = ''): void {
    this.passed.set(kind, (this.passed.get(kind) ?? 0) + 1);
  }

  /** Counts a refusal. A message has no value but names, so there are only as many messages as rules. */
  refuse(message: string): void {
    expect(message).not.toContain('SECRET');
    const rule = message.replace(/^sqlParameters\.\w+/, 'sqlParameters.name');
    this.refusals.add(rule.replace(/, ".*" is unknown: .*/s, ', a name is unknown'));
  }

  /** Returns the result of `make`, or `null` if it refuses with one of `codes`. */
  async try<Result>(make: () => Result, ...codes: string[]): Promise<Awaited<Result> | null> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof DashboardHostError)) throw error;
      expect(codes).toContain(error.code);
      this.refuse(error.message);
      return null;
    }
  }
}

/** The number of inputs of an attack, the least that pass of each kind, and the most rules that refuse. */
interface Size {
  count: number;
  passed: number;
  kinds?: string[];
  rules: number;
}

/** Tries random inputs. Enough of them pass, so that the check does not hold only because all are refused. */
export async function attack<Input>(
  { count, passed, kinds = [''], rules }: Size,
  input: fc.Arbitrary<Input>,
  check: (input: Input, tally: Tally) => Promise<void>,
): Promise<void> {
  const tally = new Tally();
  const property = fc.asyncProperty(input, (value) => check(value, tally));
  await fc.assert(property, inputs(count) as fc.Parameters<[Input]>);
  for (const kind of kinds) expect(tally.passed.get(kind)).toBeGreaterThan(scaled(passed));
  expect(tally.refusals.size).toBeLessThanOrEqual(rules);
}
