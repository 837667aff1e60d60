import { addLocale } from './dashboard-texts.ts';

/** The texts in Hungarian. */
export default addLocale('hu', {
  label: 'Irányítópult',
  loading: 'Betöltés…',
  trying: 'Még próbálkozunk…',
  expired: 'Ez az irányítópult lejárt.',
  'logged-out': 'Ki lett jelentkeztetve.',
  forbidden: 'Nincs hozzáférése ehhez az irányítópulthoz.',
  'forbidden-selection': 'Nincs hozzáférése ehhez a kijelöléshez.',
  'not-found': 'Ez az irányítópult nem létezik.',
  offline: 'Nincs internetkapcsolat.',
  unavailable: 'Ez az irányítópult most nem érhető el.',
  broken: 'Ez az irányítópult nem jeleníthető meg.',
  retry: 'Új próbálkozás {time}.',
  reload: 'Próbálja újra',
  login: 'Bejelentkezés',
});
