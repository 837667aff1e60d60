import type { PageWords } from './page-words.ts';

export const fi: PageWords = {
  noData: 'Ei tietoja',
  noDataFor: 'Ei tietoja: {values}',
  rowLimit: 'Vain ensimmäiset {count} riviä näytetään.',
  category: 'Luokka',
  other: 'Muut',
  negativeShares: 'Negatiivisia arvoja ei voi näyttää osuuksina',
  onlyZeros: 'Kaikki arvot ovat nollia',
  up: 'nousu',
  down: 'lasku',
  unchanged: 'ennallaan',
  points: '{number} %-yks.',
  'time-limit': 'Tämä kesti liian kauan',
  parameters: 'Tätä ei voi näyttää näillä arvoilla',
  connection: 'Tietoihin ei saada yhteyttä',
  failed: 'Tätä ei voi näyttää',
  tryLater: 'Yritä myöhemmin uudelleen.',
  closedTitle: 'Tämä koontinäyttö ei ole enää auki',
  closedText:
    'Käyttöoikeutesi on vanhentunut tai päätetty. Palaa sovellukseen ja avaa koontinäyttö uudelleen.',
  unavailableTitle: 'Tämä koontinäyttö ei ole juuri nyt käytettävissä',
  unavailableText: 'Uusi yritys muutaman sekunnin kuluttua.',
};
