import type { PageWords } from './page-words.ts';

export const hu: PageWords = {
  noData: 'Nincs adat',
  noDataFor: 'Nincs adat: {values}',
  rowLimit: 'Csak az első {count} sor látható.',
  category: 'Kategória',
  other: 'Egyéb',
  negativeShares: 'A negatív értékek nem ábrázolhatók részarányként',
  onlyZeros: 'Minden érték nulla',
  up: 'növekedés',
  down: 'csökkenés',
  unchanged: 'változatlan',
  points: '{number} százalékpont',
  'time-limit': 'Ez túl sokáig tartott',
  parameters: 'Ezekkel az értékekkel nem jeleníthető meg',
  connection: 'Az adatok nem érhetők el',
  failed: 'Ez nem jeleníthető meg',
  tryLater: 'Próbálja újra később.',
  closedTitle: 'Ez az irányítópult már nincs megnyitva',
  closedText:
    'A hozzáférése lejárt vagy megszűnt. Térjen vissza az alkalmazásba, és nyissa meg újra az irányítópultot.',
  unavailableTitle: 'Ez az irányítópult most nem érhető el',
  unavailableText: 'Újabb próbálkozás néhány másodpercen belül.',
};
