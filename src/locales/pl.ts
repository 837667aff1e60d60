import { addLocale } from './dashboard-texts.ts';

/** The texts in Polish. */
export default addLocale('pl', {
  label: 'Pulpit',
  loading: 'Wczytywanie…',
  trying: 'Nadal próbujemy…',
  expired: 'Ten pulpit wygasł.',
  'logged-out': 'Nastąpiło wylogowanie.',
  forbidden: 'Nie masz dostępu do tego pulpitu.',
  'forbidden-selection': 'Nie masz dostępu do tego wyboru.',
  'not-found': 'Ten pulpit nie istnieje.',
  offline: 'Brak połączenia z internetem.',
  unavailable: 'Ten pulpit jest teraz niedostępny.',
  broken: 'Nie można wyświetlić tego pulpitu.',
  retry: 'Ponowna próba {time}.',
  reload: 'Spróbuj ponownie',
  login: 'Zaloguj się',
});
