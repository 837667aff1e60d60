import { LitElement } from 'lit';

/**
 * A part of the page. It renders into itself, without a shadow root: one style sheet is for the whole
 * page, and labels and the form refer to controls of other parts.
 */
export class PageElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
