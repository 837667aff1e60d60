/** The default options of a dashboard's frame, without its label, which depends on the language. */
export const FRAME_DEFAULTS = {
  /*
   * `allow-scripts`: the dashboard draws its charts by script.
   * `allow-same-origin`: it keeps the service's origin, whose cookies and storage its requests need.
   * `allow-forms`: filters are forms.
   * `allow-popups`, `allow-popups-to-escape-sandbox`: links to details open in a new tab, and the page
   * in that tab works without this sandbox.
   * `allow-downloads`: data can be exported to a file.
   * `allow-modals`: the dashboard can be printed, and may ask with `confirm()`.
   * Never `allow-top-navigation`: a dashboard must not replace the page around it.
   */
  sandbox:
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
  // A chart can fill the screen, and numbers can be copied. The camera and the like stay forbidden.
  allow: 'fullscreen; clipboard-write',
  // The service may log or check which site embeds it. It does not learn the page's path and query,
  // and an http address learns nothing about an https page.
  referrerPolicy: 'strict-origin',
};
