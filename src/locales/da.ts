import { addLocale } from './dashboard-texts.ts';

/** The texts in Danish. */
export default addLocale('da', {
  label: 'Dashboard',
  loading: 'Indlæser…',
  trying: 'Prøver stadig…',
  expired: 'Dette dashboard er udløbet.',
  'logged-out': 'Du er blevet logget ud.',
  forbidden: 'Du har ikke adgang til dette dashboard.',
  'forbidden-selection': 'Du har ikke adgang til dette valg.',
  'not-found': 'Dette dashboard findes ikke.',
  offline: 'Du er offline.',
  unavailable: 'Dette dashboard er ikke tilgængeligt lige nu.',
  broken: 'Dette dashboard kan ikke vises.',
  retry: 'Prøver igen {time}.',
  reload: 'Prøv igen',
  login: 'Log ind',
});
