import { addLocale } from './dashboard-texts.ts';

/** The texts in Swedish. */
export default addLocale('sv', {
  label: 'Översikt',
  loading: 'Läser in…',
  trying: 'Försöker fortfarande…',
  expired: 'Den här översikten har gått ut.',
  'logged-out': 'Du har loggats ut.',
  forbidden: 'Du har inte åtkomst till den här översikten.',
  'forbidden-selection': 'Du har inte åtkomst till det här urvalet.',
  'not-found': 'Den här översikten finns inte.',
  offline: 'Du är offline.',
  unavailable: 'Den här översikten är inte tillgänglig just nu.',
  broken: 'Den här översikten kan inte visas.',
  retry: 'Nytt försök {time}.',
  reload: 'Försök igen',
  login: 'Logga in',
});
