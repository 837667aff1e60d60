import type { ReactiveControllerHost } from 'lit';
import type { DashboardDraft, DraftProblem } from '../../../../dashboard/dashboard-draft.ts';
import { nameParts } from '../../../../dashboard/draft-changes.ts';
import { Problems } from './problems.ts';

/** The problems that the service has found last, and what the author has done since. */
export class FoundProblems {
  readonly #host: ReactiveControllerHost;
  #list: readonly DraftProblem[] = [];
  #checked: DashboardDraft | undefined;
  #left: ReadonlySet<string> = new Set();
  #isStrict = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get list(): readonly DraftProblem[] {
    return this.#list;
  }

  /** The names of the parts of the draft with problems. */
  get faultyParts(): readonly string[] {
    const paths = this.#list.map(({ path }) => path);
    // The values with which the author tries the SQL are not a part of the draft.
    const faulty = paths.filter((path) => !path.startsWith('parameters.'));
    return this.#checked ? nameParts(this.#checked, faulty) : [];
  }

  /** Takes the problems of a draft. */
  take(problems: readonly DraftProblem[], checked: DashboardDraft): void {
    this.#list = problems;
    this.#checked = checked;
    this.#host.requestUpdate();
  }

  /** Sets whether empty fields are problems too, because the author has tried to publish. */
  beStrict(isStrict: boolean): void {
    this.#isStrict = isStrict;
    this.#host.requestUpdate();
  }

  /** Notes that the author has left the field for a number at a path. */
  readonly leave = (path: string): void => {
    if (this.#left.has(path)) return;
    this.#left = new Set([...this.#left, path]);
    this.#host.requestUpdate();
  };

  /** Returns the problems that the form of a draft shows. */
  of(draft: DashboardDraft): Problems {
    const progress = { isStrict: this.#isStrict, left: this.#left, checked: this.#checked };
    return new Problems(this.#list, draft, progress);
  }
}
