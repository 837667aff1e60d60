import type { PageWords } from './page-words.ts';

export const fr: PageWords = {
  noData: 'Aucune donnée',
  noDataFor: 'Aucune donnée pour {values}',
  rowLimit: 'Seules les {count} premières lignes sont affichées.',
  category: 'Catégorie',
  other: 'Autres',
  negativeShares: 'Les valeurs négatives ne peuvent pas être affichées en parts',
  onlyZeros: 'Toutes les valeurs sont nulles',
  repeatedCategories:
    'Ce graphique ne peut pas afficher plusieurs valeurs pour une même date ou un même nom',
  axisStart: 'L’axe commence à {value}.',
  labelsShown: '{count} étiquettes sur {total} sont affichées.',
  partsShown: 'Les {count} plus grands sur {total} sont affichés.',
  asOf: 'Données du {time}',
  csv: 'CSV',
  up: 'hausse',
  down: 'baisse',
  unchanged: 'stable',
  points: '{number} pts',
  'time-limit': 'Le chargement a pris trop de temps',
  parameters: 'Affichage impossible pour ces valeurs',
  connection: 'Les données sont inaccessibles',
  failed: 'Affichage impossible',
  tryLater: 'Veuillez réessayer plus tard.',
  closedTitle: 'Ce tableau de bord n’est plus ouvert',
  closedText:
    'Votre accès a expiré ou a pris fin. Revenez à l’application et ouvrez de nouveau le tableau de bord.',
  unavailableTitle: 'Ce tableau de bord n’est pas disponible pour le moment',
  unavailableText: 'Nouvelle tentative dans quelques secondes.',
};
