import type { PageWords } from './page-words.ts';

export const pl: PageWords = {
  noData: 'Brak danych',
  noDataFor: 'Brak danych: {values}',
  rowLimit: 'Wyświetlono tylko pierwsze wiersze ({count}).',
  category: 'Kategoria',
  other: 'Pozostałe',
  negativeShares: 'Wartości ujemnych nie można pokazać jako udziałów',
  onlyZeros: 'Wszystkie wartości wynoszą zero',
  up: 'wzrost',
  down: 'spadek',
  unchanged: 'bez zmian',
  points: '{number} p.p.',
  'time-limit': 'Trwało to zbyt długo',
  parameters: 'Nie można wyświetlić danych dla tych wartości',
  connection: 'Dane są niedostępne',
  failed: 'Nie można tego wyświetlić',
  tryLater: 'Spróbuj ponownie później.',
  closedTitle: 'Ten pulpit nie jest już otwarty',
  closedText: 'Dostęp wygasł lub został zakończony. Wróć do aplikacji i otwórz pulpit ponownie.',
  unavailableTitle: 'Ten pulpit jest chwilowo niedostępny',
  unavailableText: 'Ponowna próba za kilka sekund.',
};
