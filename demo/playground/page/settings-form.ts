/** What the page is set to: the values of the form's controls by their names. */
export type Settings = Readonly<Record<string, string>>;

/** Settings of this machine, not of one page: Back does not change them. */
const SHARED = new Set(['user', 'fault', 'life']);

/**
 * The form that holds all settings, and the page's address that holds them too, as far as they
 * differ from what the form began with. A link shows the same to somebody else.
 */
export class SettingsForm {
  readonly #form: HTMLFormElement;
  readonly #onChange: (names: readonly string[]) => void;
  readonly #defaults: Settings;
  #last: Settings;

  /** `onChange` hears of the names whose values have changed. */
  constructor(form: HTMLFormElement, onChange: (names: readonly string[]) => void) {
    this.#form = form;
    this.#onChange = onChange;
    this.#defaults = this.values;
    this.#load();
    this.#last = this.values;
    form.addEventListener('submit', (event) => event.preventDefault());
    // Controls may stand outside of their form.
    document.addEventListener('change', ({ target }) => {
      if ((target as HTMLInputElement).form === form) this.#compare();
    });
    addEventListener('popstate', () => {
      this.#load(SHARED);
      this.#compare();
    });
  }

  get values(): Settings {
    return Object.fromEntries(new FormData(this.#form)) as Record<string, string>;
  }

  /** Where these settings are shown, with some of them changed. */
  link(changes: Settings = {}): string {
    const wanted = { ...this.values, ...changes };
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(wanted)) {
      if (value !== this.#defaults[name]) search.set(name, value);
    }
    return search.size ? `?${search}` : location.pathname;
  }

  set(changes: Settings): void {
    for (const [name, value] of Object.entries(changes)) this.#fill(name, value);
    this.#compare();
  }

  /** Whether the page's address says what the setting is. */
  isLinked(name: string): boolean {
    return new URLSearchParams(location.search).has(name);
  }

  /** As {@link set}, on a page of its own in the browser's history. */
  visit(changes: Settings): void {
    history.pushState(null, '', this.link(changes));
    this.set(changes);
  }

  /** Takes the settings from the page's address. */
  #load(kept = new Set<string>()): void {
    const search = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(this.#defaults)) {
      if (kept.has(name)) continue;
      this.#fill(name, value);
      this.#fill(name, search.get(name) ?? value);
    }
  }

  /** Leaves the control as it is where it does not offer the value. */
  #fill(name: string, value: string): void {
    const control = this.#form.elements.namedItem(name);
    if (control instanceof HTMLSelectElement) {
      if ([...control.options].some((option) => option.value === value)) control.value = value;
    } else if (control instanceof RadioNodeList || control instanceof HTMLInputElement) {
      control.value = value;
    }
  }

  #compare(): void {
    const { values } = this;
    const changed = Object.keys(values).filter((name) => values[name] !== this.#last[name]);
    if (!changed.length) return;
    this.#last = values;
    history.replaceState(null, '', this.link());
    this.#onChange(changed);
  }
}
