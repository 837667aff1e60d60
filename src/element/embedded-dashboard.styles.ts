import { FRAME_RULES } from '../protocol/frame.styles.ts';

const RULES = `
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
  }
  p,
  button {
    padding: 8px 16px;
    border-radius: 8px;
    background: Canvas;
    color: CanvasText;
    font: inherit;
  }
  button {
    border: 1px solid #888;
  }
`;

/** A sheet serves the document that made it, and is lost on the way to another one. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Gives a shadow root the element's own look: one sheet serves all elements of a document. */
export function dress({ ownerDocument, adoptedStyleSheets }: ShadowRoot): void {
  if (adoptedStyleSheets.length) return;
  let sheet = sheets.get(ownerDocument);
  if (!sheet) {
    sheet = new ownerDocument.defaultView!.CSSStyleSheet();
    sheet.replaceSync(FRAME_RULES + RULES);
    sheets.set(ownerDocument, sheet);
  }
  adoptedStyleSheets.push(sheet);
}
