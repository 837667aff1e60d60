import type { Role } from '../state/rights.ts';

/** A visitor lacks a role. */
export class MissingRole extends Error {
  /** The problem, and the way to solve it. */
  readonly texts: { title: string; text: string };

  /** `role`: `null` for a visitor without any role. `of`: the companies in which the role is missing. */
  constructor(role: Role | null, of: 'some' | 'all' = 'some') {
    super('A role is missing.');
    this.name = 'MissingRole';
    this.texts = role === null ? NO_ROLE : toTexts(role, of);
  }
}

const NO_ROLE = {
  title: 'You have no role yet',
  text: 'Ask an administrator of the back office for a role in your company. Then reload this page.',
};

function toTexts(role: Role, of: 'some' | 'all'): { title: string; text: string } {
  const where = of === 'all' ? ' for all companies concerned' : '';
  return {
    title: 'Your role does not allow this',
    text: `This needs the role “${role}”${where}. Ask an administrator of the back office.`,
  };
}
