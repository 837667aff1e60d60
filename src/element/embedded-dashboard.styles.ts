import { FRAME_RULES } from '../protocol/frame.styles.ts';

const RULES = `
  iframe[inert] {
    opacity: 0 !important;
  }
  [part='backdrop'] {
    display: grid;
    place-content: center;
    --background: #fff;
    background: var(--background);
    /* Black or white, for a contrast of at least 4.5 to 1. */
    color: lch(from var(--background) calc((49.44 - l) * infinity) 0 0);
    text-align: center;
  }
  .dark {
    --background: #16181d;
  }
  [part='message'] {
    padding: 8px;
  }
  progress {
    width: 64px;
    height: 4px;
    accent-color: currentcolor;
  }
  p {
    max-width: 36ch;
    margin: 0 0 8px;
    text-wrap: balance;
  }
  span {
    display: block;
  }
  .slow {
    animation: 3s calm;
  }
  @keyframes calm {
    from,
    to {
      visibility: hidden;
    }
  }
  a {
    color: inherit;
  }
  button {
    padding: 4px 12px;
    border: 1px solid;
    border-radius: 6px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
`;

/**
 * The sheet of each document. A sheet works only in the document that created it, and is lost on a move to another one.
 */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Adds the element's styles to a shadow root. All elements of a document share one sheet. */
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
