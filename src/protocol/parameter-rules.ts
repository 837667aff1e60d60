import { LONGEST_FILTERS, MOST_VALUES } from './dashboard-filters.ts';
import {
  LARGEST,
  LONGEST_VALUE,
  MOST,
  type ParameterFault,
  type ParameterRule,
} from './dashboard-parameters.ts';

/** The sentence of each rule, to be continued after the name of the parameters or of one of them. */
const RULES: Readonly<Record<ParameterRule, string>> = {
  object: 'must be an object of names and values',
  count: `may have ${MOST} names at most`,
  name: 'must have a name of letters, digits and _, 64 at most, that begins with a letter',
  case: 'must differ from the other names in more than case',
  type: 'must be a string, a finite number or a boolean',
  length: `must have ${LONGEST_VALUE} characters at most`,
  characters:
    'must be without ; and =, in any spelling, and without control characters and lone surrogates',
  size: `may have ${LARGEST} bytes of JSON at most`,
  list: `may have ${MOST_VALUES} values at most`,
  query: `may have ${LONGEST_FILTERS} characters of percent-encoded text at most`,
};

/** Returns the sentence about a parameter, or about all of them, that breaks a rule. */
export function toRuleSentence(subject: string, rule: ParameterRule): string {
  return `${subject} ${RULES[rule]}.`;
}

/** Returns the sentence about a fault of `subject`: `parameters` or `filters`. */
export function toFaultSentence(subject: string, { message, rule }: ParameterFault): string {
  return toRuleSentence(subject + message, rule);
}
