import type { PageWords } from './page-words.ts';

export const hr: PageWords = {
  noData: 'Nema podataka',
  noDataFor: 'Nema podataka za {values}',
  rowLimit: 'Prikazano je samo prvih {count} redaka.',
  category: 'Kategorija',
  other: 'Ostalo',
  negativeShares: 'Negativne vrijednosti ne mogu se prikazati kao udjeli',
  onlyZeros: 'Sve vrijednosti su nula',
  up: 'porast',
  down: 'pad',
  unchanged: 'bez promjene',
  points: '{number} p. b.',
  'time-limit': 'Ovo je trajalo predugo',
  parameters: 'Nije moguće prikazati za ove vrijednosti',
  connection: 'Podaci nisu dostupni',
  failed: 'Ovo nije moguće prikazati',
  tryLater: 'Pokušajte ponovno kasnije.',
  closedTitle: 'Ova nadzorna ploča više nije otvorena',
  closedText:
    'Vaš je pristup istekao ili je prekinut. Vratite se u aplikaciju i ponovno otvorite nadzornu ploču.',
  unavailableTitle: 'Ova nadzorna ploča trenutačno nije dostupna',
  unavailableText: 'Novi pokušaj za nekoliko sekundi.',
};
