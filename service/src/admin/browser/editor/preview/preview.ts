import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { DatasetColumns, DraftProblem } from '../../../../dashboard/dashboard-draft.ts';
import type {
  FormFields,
  ListFacts,
  PreviewAnswer,
  PreviewCall,
  ResultSample,
} from '../../../dashboards/editor-wire.ts';
import { postJson } from '../../post-json.ts';

/** The debounce time between the last change and the preview, in milliseconds. */
const PAUSE_MS = 500;

/** The call for the preview, and the callback for the problems of the draft. */
export interface PreviewSource {
  call: () => PreviewCall;
  onProblems: (problems: DraftProblem[]) => void;
}

/** Runs the draft after each change. Ignores stale answers. */
export class Preview implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #source: PreviewSource;
  #page = '';
  #columns: Readonly<Record<string, DatasetColumns>> = {};
  #samples: PreviewAnswer['samples'] = {};
  #lists: PreviewAnswer['lists'] = {};
  #missing: readonly string[] = [];
  #chosen: FormFields = [];
  #isWaiting = false;
  #trouble = '';
  /** The draft of the last or the next call, as JSON; `null` before the first. */
  #tried: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #outdated = new AbortController();

  constructor(host: ReactiveControllerHost, source: PreviewSource) {
    this.#host = host;
    this.#source = source;
    host.addController(this);
  }

  /** The HTML of the page; empty while the draft has no tile that can be shown. */
  get page(): string {
    return this.#page;
  }

  /** The required parameters without a value, because of which there is no page. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** The reason why the service could not run the draft; empty after an answer. */
  get trouble(): string {
    return this.#trouble;
  }

  /** Returns the columns of a dataset from its last run, if it ever ran. */
  findColumns(dataset: string): DatasetColumns | undefined {
    return Object.hasOwn(this.#columns, dataset) ? this.#columns[dataset] : undefined;
  }

  /** Returns the first rows of a dataset, if it ran in the last preview. */
  findSample(dataset: string): ResultSample | undefined {
    return Object.hasOwn(this.#samples, dataset) ? this.#samples[dataset] : undefined;
  }

  /** Returns the facts about the list of a filter, if it ran in the last preview. `key`: its parameter in lower case. */
  findList(key: string): ListFacts | undefined {
    return Object.hasOwn(this.#lists, key) ? this.#lists[key] : undefined;
  }

  hostUpdated(): void {
    const wanted = this.#wanted;
    if (wanted === this.#tried) return;
    const pauseMs = this.#tried === null ? 0 : PAUSE_MS;
    this.#tried = wanted;
    this.#schedule(pauseMs);
  }

  get #wanted(): string {
    return JSON.stringify(this.#call);
  }

  get #call(): PreviewCall {
    return { ...this.#source.call(), chosen: this.#chosen };
  }

  hostDisconnected(): void {
    this.#cancel();
  }

  /** Runs the draft immediately. */
  readonly tryNow = (): void => {
    this.#tried = this.#wanted;
    this.#schedule(0);
  };

  /** Runs the draft with the fields of its filter form. */
  readonly choose = (fields: FormFields): void => {
    this.#chosen = fields;
    this.tryNow();
  };

  #schedule(pauseMs: number): void {
    this.#cancel();
    this.#outdated = new AbortController();
    const { signal } = this.#outdated;
    this.#timer = setTimeout(() => void this.#run(signal), pauseMs);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#outdated.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { onProblems } = this.#source;
    this.#isWaiting = true;
    this.#host.requestUpdate();
    try {
      const answer = await postJson<PreviewAnswer>('preview', this.#call, { signal });
      this.#page = answer.html ?? '';
      this.#columns = { ...this.#columns, ...answer.columns };
      this.#samples = answer.samples;
      this.#lists = answer.lists;
      this.#missing = answer.missing;
      this.#trouble = '';
      onProblems(answer.problems);
    } catch (error) {
      // The next call is already pending, so the preview is still waiting.
      if (signal.aborted) return;
      this.#trouble = (error as Error).message;
    }
    this.#isWaiting = false;
    this.#host.requestUpdate();
  }
}
