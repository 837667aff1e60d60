/** Where the frame stands in the element, for the server's rendering and the element itself. */
export const FRAME_RULES = `
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
`;
