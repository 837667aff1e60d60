import type { PageWords } from './page-words.ts';

export const bg: PageWords = {
  noData: 'Няма данни',
  noDataFor: 'Няма данни за {values}',
  rowLimit: 'Показани са само първите {count} реда.',
  category: 'Категория',
  other: 'Други',
  negativeShares: 'Отрицателните стойности не могат да се покажат като дялове',
  onlyZeros: 'Всички стойности са нула',
  up: 'ръст',
  down: 'спад',
  unchanged: 'без промяна',
  points: '{number} п.п.',
  'time-limit': 'Това отне твърде много време',
  parameters: 'Не може да се покаже за тези стойности',
  connection: 'Данните са недостъпни',
  failed: 'Това не може да се покаже',
  tryLater: 'Моля, опитайте отново по-късно.',
  closedTitle: 'Това табло вече не е отворено',
  closedText:
    'Достъпът ви е изтекъл или е прекратен. Върнете се в приложението и отворете таблото отново.',
  unavailableTitle: 'Това табло не е достъпно в момента',
  unavailableText: 'Нов опит след няколко секунди.',
};
