import { noChange } from 'lit';
import { directive, Directive, type ElementPart } from 'lit/directive.js';
import type { Attribute } from './code-samples.ts';

class AttributesDirective extends Directive {
  #current: ReadonlyMap<string, string> = new Map();

  override render(_attributes: readonly Attribute[]): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [attributes]: [readonly Attribute[]]): unknown {
    const old = this.#current;
    this.#current = new Map(attributes);
    for (const name of old.keys()) {
      if (!this.#current.has(name)) element.removeAttribute(name);
    }
    for (const [name, value] of attributes) {
      if (value !== old.get(name)) element.setAttribute(name, value);
    }
    return noChange;
  }
}

/** Sets these attributes of an element, and removes the other ones of the previous update. */
export const attributes = directive(AttributesDirective);
