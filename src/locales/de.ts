import { addLocale } from './dashboard-texts.ts';

/** The texts in German. */
export default addLocale('de', {
  label: 'Dashboard',
  loading: 'Wird geladen…',
  trying: 'Wird weiter versucht…',
  expired: 'Dieses Dashboard ist abgelaufen.',
  'logged-out': 'Sie wurden abgemeldet.',
  forbidden: 'Sie haben keinen Zugriff auf dieses Dashboard.',
  'forbidden-selection': 'Sie haben keinen Zugriff auf diese Auswahl.',
  'not-found': 'Dieses Dashboard gibt es nicht.',
  offline: 'Sie sind offline.',
  unavailable: 'Dieses Dashboard ist zurzeit nicht verfügbar.',
  broken: 'Dieses Dashboard kann nicht angezeigt werden.',
  retry: 'Neuer Versuch {time}.',
  reload: 'Erneut versuchen',
  login: 'Anmelden',
});
