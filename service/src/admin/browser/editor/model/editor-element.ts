import { LitElement } from 'lit';

/**
 * An element of the editor. It renders without a shadow root, because the page has one style sheet, and labels and
 * notes refer to controls by their ids. The style sheet gives it no box.
 */
export class EditorElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
