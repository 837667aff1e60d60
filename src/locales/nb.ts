import { addLocale } from './dashboard-texts.ts';

/** The texts in Norwegian Bokmål. */
export default addLocale('nb', {
  label: 'Dashbord',
  loading: 'Laster inn…',
  trying: 'Prøver fortsatt…',
  expired: 'Dette dashbordet er utløpt.',
  'logged-out': 'Du er logget ut.',
  forbidden: 'Du har ikke tilgang til dette dashbordet.',
  'forbidden-selection': 'Du har ikke tilgang til dette utvalget.',
  'not-found': 'Dette dashbordet finnes ikke.',
  offline: 'Du er frakoblet.',
  unavailable: 'Dette dashbordet er ikke tilgjengelig akkurat nå.',
  broken: 'Dette dashbordet kan ikke vises.',
  retry: 'Prøver igjen {time}.',
  reload: 'Prøv igjen',
  login: 'Logg inn',
});
