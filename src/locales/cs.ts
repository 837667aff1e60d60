import { addLocale } from './dashboard-texts.ts';

/** The texts in Czech. */
export default addLocale('cs', {
  label: 'Přehled',
  loading: 'Načítání…',
  trying: 'Stále to zkoušíme…',
  expired: 'Platnost tohoto přehledu vypršela.',
  'logged-out': 'Byli jste odhlášeni.',
  forbidden: 'K tomuto přehledu nemáte přístup.',
  'forbidden-selection': 'K tomuto výběru nemáte přístup.',
  'not-found': 'Tento přehled neexistuje.',
  offline: 'Jste offline.',
  unavailable: 'Tento přehled teď není dostupný.',
  broken: 'Tento přehled nelze zobrazit.',
  retry: 'Další pokus {time}.',
  reload: 'Zkusit znovu',
  login: 'Přihlásit se',
});
