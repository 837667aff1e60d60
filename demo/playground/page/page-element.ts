import { LitElement } from 'lit';

/**
 * A part of the page. It renders without a shadow root, because the whole page has one style sheet. Also, labels and
 * the form refer to controls of other parts.
 */
export class PageElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
