import { FRAME_RULES } from '../protocol/frame.styles.ts';

const RULES = `
  /* Unlike a hidden frame, a transparent one paints at its real size. */
  iframe[inert] {
    opacity: 0 !important;
  }
  [part='backdrop'] {
    display: grid;
    place-content: center;
    container-type: size;
    --background: #fff;
    background: var(--background);
    /*
     * Black or white, for a contrast of at least 4.5 to 1. Behind a translucent background is the page. If the answers
     * for a white and for a black page differ, the page's text color decides, and its color scheme if the text is gray.
     */
    color: lch(
      from
        color-mix(
          in srgb,
          color-mix(
              in srgb,
              lch(
                from
                  color(
                    from var(--background) srgb calc(r * alpha + 1 - alpha) calc(g * alpha + 1 - alpha)
                      calc(b * alpha + 1 - alpha) / 1
                  )
                  calc((49.44 - l) * infinity) 0 0
              ),
              lch(
                from
                  color(from var(--background) srgb calc(r * alpha) calc(g * alpha) calc(b * alpha) / 1)
                  calc((49.44 - l) * infinity) 0 0
              )
            )
            60%,
          color-mix(in srgb, currentcolor 65%, light-dark(#000, #fff))
        )
        calc((l - 49.44) * infinity) 0 0
    );
    text-align: center;
  }
  /* Chrome before 131 and Firefox before 133, which judge a translucent background as if it were opaque. */
  @supports not (color: lch(from currentcolor l c h)) {
    [part='backdrop'] {
      color: lch(from var(--background) calc((49.44 - l) * infinity) 0 0);
    }
  }
  .dark {
    --background: #16181d;
  }
  [part='message'] {
    padding: 0 8px;
  }
  progress {
    width: 64px;
    height: 4px;
    accent-color: currentcolor;
  }
  .dark progress {
    color-scheme: dark;
  }
  p {
    max-width: 36ch;
    margin: 0 0 8px;
    text-wrap: balance;
  }
  span {
    display: block;
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
  /* The longest texts of all languages fit into 240 × 120 pixels, also in fonts with wide letters or tall lines. */
  @container (max-height: 10em) {
    p,
    a,
    button {
      line-height: 1.2;
      font-size: 0.875em;
    }
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
