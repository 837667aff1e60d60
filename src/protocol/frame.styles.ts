/** The layout of the element and its frame, for the server's rendering and the element itself. */
export const FRAME_RULES = `
  :host {
    display: block;
    position: relative;
    height: 600px;
  }
  /*
   * The automatic size of an iframe, for layouts that ask for it. Almost all do so by mistake. The fraction tells it from a
   * size that the page has chosen.
   */
  :host::before {
    display: block;
    width: 300.25px;
    max-width: 100%;
    height: 150.25px;
    max-height: 100%;
    content: '';
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
`;
