import { addLocale } from './dashboard-texts.ts';

/** The texts in Dutch. */
export default addLocale('nl', {
  label: 'Dashboard',
  loading: 'Laden…',
  trying: 'Wordt nog geprobeerd…',
  expired: 'Dit dashboard is verlopen.',
  'logged-out': 'Je bent uitgelogd.',
  forbidden: 'Je hebt geen toegang tot dit dashboard.',
  'forbidden-selection': 'Je hebt geen toegang tot deze selectie.',
  'not-found': 'Dit dashboard bestaat niet.',
  offline: 'Je bent offline.',
  unavailable: 'Dit dashboard is nu niet beschikbaar.',
  broken: 'Dit dashboard kan niet worden weergegeven.',
  retry: 'Nieuwe poging {time}.',
  reload: 'Opnieuw proberen',
  login: 'Inloggen',
});
