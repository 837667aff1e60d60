const RULES = `
  :host {
    display: block;
    position: relative;
    height: 600px;
  }
  :host([hidden]) {
    display: none;
  }
  iframe,
  [part='backdrop'] {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    border: 0;
  }
  iframe[inert] {
    opacity: 0 !important;
  }
  [part='backdrop'] {
    display: grid;
    place-content: center;
    background: #fff;
    color-scheme: light;
    font: 15px/1.5 system-ui;
    text-align: center;
  }
  .dark {
    background: #16181d;
    color-scheme: dark;
  }
  progress {
    height: 4px;
    accent-color: #888;
  }
  p {
    max-width: 36ch;
    padding: 16px;
    border-radius: 8px;
    background: Canvas;
    color: CanvasText;
  }
  p:empty {
    display: none;
  }
  button {
    padding: 8px 16px;
    font: inherit;
  }
`;

let sheet: CSSStyleSheet | undefined;

/** The element's own look: one sheet for all elements, made with the first of them. */
export function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  return sheet;
}
