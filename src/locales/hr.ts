import { addLocale } from './dashboard-texts.ts';

/** The texts in Croatian. */
export default addLocale('hr', {
  label: 'Nadzorna ploča',
  loading: 'Učitavanje…',
  trying: 'Još pokušavamo…',
  expired: 'Ova nadzorna ploča je istekla.',
  'logged-out': 'Odjavljeni ste.',
  forbidden: 'Nemate pristup ovoj nadzornoj ploči.',
  'forbidden-selection': 'Nemate pristup ovom odabiru.',
  'not-found': 'Ova nadzorna ploča ne postoji.',
  offline: 'Niste na mreži.',
  unavailable: 'Ova nadzorna ploča trenutačno nije dostupna.',
  broken: 'Ova nadzorna ploča ne može se prikazati.',
  retry: 'Novi pokušaj {time}.',
  reload: 'Pokušaj ponovno',
  login: 'Prijava',
});
