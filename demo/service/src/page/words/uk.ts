import type { PageWords } from './page-words.ts';

export const uk: PageWords = {
  noData: 'Немає даних',
  noDataFor: 'Немає даних: {values}',
  rowLimit: 'Показано лише перші рядки ({count}).',
  category: 'Категорія',
  other: 'Інше',
  negativeShares: 'Від’ємні значення не можна показати як частки',
  onlyZeros: 'Усі значення дорівнюють нулю',
  up: 'зростання',
  down: 'зниження',
  unchanged: 'без змін',
  points: '{number} в. п.',
  'time-limit': 'Це тривало занадто довго',
  parameters: 'Неможливо показати для цих значень',
  connection: 'Дані недоступні',
  failed: 'Неможливо показати',
  tryLater: 'Спробуйте пізніше.',
  closedTitle: 'Цю панель уже закрито',
  closedText:
    'Термін вашого доступу минув або доступ завершено. Поверніться до застосунку й відкрийте панель знову.',
  unavailableTitle: 'Ця панель зараз недоступна',
  unavailableText: 'Нова спроба за кілька секунд.',
};
