import type { PageWords } from './page-words.ts';

export const ro: PageWords = {
  noData: 'Nu există date',
  noDataFor: 'Nu există date pentru {values}',
  rowLimit: 'Sunt afișate doar primele rânduri ({count}).',
  category: 'Categorie',
  other: 'Altele',
  negativeShares: 'Valorile negative nu pot fi afișate ca părți',
  onlyZeros: 'Toate valorile sunt zero',
  repeatedCategories:
    'Acest grafic nu poate arăta mai multe valori pentru aceeași dată sau același nume',
  axisStart: 'Axa începe de la {value}.',
  labelsShown: 'Sunt afișate {count} din {total} etichete.',
  partsShown: 'Sunt afișate cele mai mari {count} din {total}.',
  asOf: 'Date din {time}',
  csv: 'CSV',
  up: 'creștere',
  down: 'scădere',
  unchanged: 'fără schimbare',
  points: '{number} p.p.',
  'time-limit': 'A durat prea mult',
  parameters: 'Nu se poate afișa pentru aceste valori',
  connection: 'Datele nu pot fi accesate',
  failed: 'Nu se poate afișa',
  tryLater: 'Încercați din nou mai târziu.',
  closedTitle: 'Acest tablou de bord nu mai este deschis',
  closedText:
    'Accesul dvs. a expirat sau a fost încheiat. Reveniți la aplicație și deschideți din nou tabloul de bord.',
  unavailableTitle: 'Acest tablou de bord nu este disponibil momentan',
  unavailableText: 'Se reîncearcă în câteva secunde.',
};
