import { addLocale } from './dashboard-texts.ts';

/** The texts in French. */
export default addLocale('fr', {
  label: 'Tableau de bord',
  loading: 'Chargement…',
  trying: 'Nouvelle tentative en cours…',
  expired: 'Ce tableau de bord a expiré.',
  'logged-out': 'Vous avez été déconnecté.',
  forbidden: 'Vous n’avez pas accès à ce tableau de bord.',
  'forbidden-selection': 'Vous n’avez pas accès à cette sélection.',
  'not-found': 'Ce tableau de bord n’existe pas.',
  offline: 'Vous êtes hors connexion.',
  unavailable: 'Ce tableau de bord n’est pas disponible pour le moment.',
  broken: 'Ce tableau de bord ne peut pas être affiché.',
  retry: 'Nouvelle tentative {time}.',
  reload: 'Réessayer',
  login: 'Se connecter',
});
