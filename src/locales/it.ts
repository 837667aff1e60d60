import { addLocale } from './dashboard-texts.ts';

/** The texts in Italian. */
export default addLocale('it', {
  label: 'Dashboard',
  loading: 'Caricamento…',
  trying: 'Nuovo tentativo in corso…',
  expired: 'Questa dashboard è scaduta.',
  'logged-out': 'Sei stato disconnesso.',
  forbidden: 'Non hai accesso a questa dashboard.',
  'forbidden-selection': 'Non hai accesso a questa selezione.',
  'not-found': 'Questa dashboard non esiste.',
  offline: 'Sei offline.',
  unavailable: 'Questa dashboard non è disponibile al momento.',
  broken: 'Impossibile mostrare questa dashboard.',
  retry: 'Nuovo tentativo {time}.',
  reload: 'Riprova',
  login: 'Accedi',
});
