import { type Attribute, STACKS } from './code-samples.ts';

declare global {
  interface ImportMeta {
    /** What the server of the page's files puts in. */
    readonly env: { readonly CDN_TAG: string };
  }
}

const COPIED_MS = 1500;

/** The code for the settings as they are, to copy. */
export class CodePanel {
  readonly #code: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: HTMLElement) {
    this.#code = panel.querySelector('code')!;
    const choices = Object.keys(STACKS).map(toChoice);
    panel.querySelector('#stacks')!.replaceChildren(...choices);
    const button = panel.querySelector<HTMLElement>('#copy')!;
    button.addEventListener('click', () => void this.#copy(button));
  }

  show(stack: string, attributes: readonly Attribute[]): void {
    this.#code.textContent = STACKS[stack]!(attributes, import.meta.env.CDN_TAG).trimEnd();
  }

  async #copy(button: HTMLElement): Promise<void> {
    button.textContent = await navigator.clipboard.writeText(this.#code.textContent).then(
      () => 'Copied',
      () => 'Copying is not allowed here',
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
  }
}

function toChoice(stack: string, index: number): HTMLElement {
  const label = document.createElement('label');
  const radio = document.createElement('input');
  radio.type = 'radio';
  radio.name = 'stack';
  radio.value = stack;
  radio.defaultChecked = index === 0;
  radio.setAttribute('form', 'settings');
  label.append(radio, stack);
  return label;
}
