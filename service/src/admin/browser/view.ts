import type { FormFields, ViewAnswer, ViewCall } from '../dashboards/editor-wire.ts';
import { postJson } from './post-json.ts';

/** Shows the published version of a dashboard to a visitor who may not edit it. */
export function enlivenView(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-view]')) new View(box).start();
}

/** The frame with a dashboard, and the form of the parameters that it requires. */
class View {
  readonly #box: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #status: Element;
  #outdated = new AbortController();

  constructor(box: HTMLElement) {
    this.#box = box;
    this.#frame = box.querySelector('iframe')!;
    this.#status = box.querySelector('[role=status]')!;
  }

  start(): void {
    const form = this.#box.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#show({ parameters: Object.fromEntries(toFields(form)) });
    });
    if (!form) void this.#show({});
  }

  /** Loads the page of the dashboard. The page sends the fields of its filter form, which load it again. */
  async #show(call: ViewCall): Promise<void> {
    this.#outdated.abort();
    this.#outdated = new AbortController();
    const { signal } = this.#outdated;
    this.#status.textContent = '';
    try {
      const { html, missing } = await postJson<ViewAnswer>(this.#box.dataset.view!, call, {
        signal,
      });
      if (missing.length > 0) this.#status.textContent = `Enter a value for ${missing.join(', ')}.`;
      const onLoad = (): void => this.#listen((chosen) => void this.#show({ ...call, chosen }));
      this.#frame.addEventListener('load', onLoad, { signal });
      this.#frame.hidden = html === undefined;
      this.#frame.srcdoc = html ?? '';
    } catch (error) {
      if (!signal.aborted) this.#status.textContent = (error as Error).message;
    }
  }

  #listen(onChoose: (fields: FormFields) => void): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => {
      const { chosen } = (data ?? {}) as { chosen?: FormFields };
      if (Array.isArray(chosen)) onChoose(chosen);
    });
    port1.start();
    this.#frame.contentWindow!.postMessage(null, '*', [port2]);
  }
}

function toFields(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)] as [string, string][];
}
