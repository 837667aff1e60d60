import type { Choice } from '../dashboard/choice-list.ts';

/** The answer to a search in the list of a filter. */
export interface FoundPage {
  choices: readonly Choice[];
  /** Whether there are more. */
  isCut: boolean;
}
