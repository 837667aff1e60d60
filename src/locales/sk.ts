import { addLocale } from './dashboard-texts.ts';

/** The texts in Slovak. */
export default addLocale('sk', {
  label: 'Prehľad',
  loading: 'Načítava sa…',
  trying: 'Stále to skúšame…',
  expired: 'Platnosť tohto prehľadu vypršala.',
  'logged-out': 'Boli ste odhlásení.',
  forbidden: 'K tomuto prehľadu nemáte prístup.',
  'forbidden-selection': 'K tomuto výberu nemáte prístup.',
  'not-found': 'Tento prehľad neexistuje.',
  offline: 'Ste offline.',
  unavailable: 'Tento prehľad teraz nie je dostupný.',
  broken: 'Tento prehľad sa nedá zobraziť.',
  retry: 'Ďalší pokus {time}.',
  reload: 'Skúsiť znova',
  login: 'Prihlásiť sa',
});
