/**
 * What the element uses of Lit's `ReactiveElement`, under the same names and in the same order: the
 * CDN file is built on it, and lighter for it: `bench/RESULTS.md` says by how much. What no element
 * of this package uses is not there, such as controllers.
 */
export class ReactiveElement extends HTMLElement {
  declare static properties: Record<string, { attribute?: string | false }>;

  /** Makes the accessors, too: the browser reads it when the tag is registered. */
  static get observedAttributes(): string[] {
    return Object.entries(this.properties).flatMap(([name, { attribute = name }]) => {
      Object.defineProperty(this.prototype, name, {
        get(this: ReactiveElement) {
          return this.#values[name];
        },
        set(this: ReactiveElement, value: unknown) {
          const old = this.#values[name];
          this.#values[name] = value;
          if (value !== old) this.requestUpdate();
        },
        // Whoever else reads the list makes them anew.
        configurable: true,
        enumerable: true,
      });
      return attribute || [];
    });
  }

  /** Whether nothing changed while it updated. */
  updateComplete: Promise<boolean> | undefined;
  readonly #values: Record<string, unknown> = {};
  /** What the page set before the tag was registered: it goes before the attributes. */
  #early: Record<string, unknown> | null = {};
  readonly #connected = Promise.withResolvers<void>();
  #isPending = false;

  constructor() {
    super();
    const { properties } = this.constructor as typeof ReactiveElement;
    for (const name of Object.keys(this).filter((key) => key in properties)) {
      this.#early![name] = this[name as 'title'];
      Reflect.deleteProperty(this, name);
    }
    this.requestUpdate();
  }

  createRenderRoot(): ShadowRoot {
    return this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  }

  connectedCallback(): void {
    this.#connected.resolve();
  }

  disconnectedCallback(): void {}

  attributeChangedCallback(changed: string, _old: string | null, value: string | null): void {
    const { properties } = this.constructor as typeof ReactiveElement;
    for (const [name, { attribute = name }] of Object.entries(properties)) {
      if (attribute === changed) this[name as 'title'] = value!;
    }
  }

  /** However much changes in a task, there is one update after it; the first waits for the page. */
  requestUpdate(): void {
    if (!this.#isPending) this.updateComplete = this.#update();
  }

  willUpdate(): void {}

  updated(): void {}

  async #update(): Promise<boolean> {
    this.#isPending = true;
    await this.#connected.promise;
    Object.assign(this, this.#early);
    this.#early = null;
    this.willUpdate();
    this.#isPending = false;
    this.updated();
    return !this.#isPending;
  }
}
