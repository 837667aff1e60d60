/** What a dashboard's frame is made with where nobody says otherwise. */
export const FRAME_DEFAULTS = {
  label: 'Dashboard',
  sandbox:
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
  allow: 'fullscreen; clipboard-write',
  referrerPolicy: 'strict-origin',
};
