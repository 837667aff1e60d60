import type { PageWords } from './page-words.ts';

export const tr: PageWords = {
  noData: 'Veri yok',
  noDataFor: '{values} için veri yok',
  rowLimit: 'Yalnızca ilk {count} satır gösteriliyor.',
  category: 'Kategori',
  other: 'Diğer',
  negativeShares: 'Negatif değerler pay olarak gösterilemez',
  onlyZeros: 'Tüm değerler sıfır',
  up: 'artış',
  down: 'düşüş',
  unchanged: 'değişmedi',
  points: '{number} puan',
  'time-limit': 'Bu işlem çok uzun sürdü',
  parameters: 'Bu değerlerle gösterilemiyor',
  connection: 'Verilere ulaşılamıyor',
  failed: 'Bu gösterilemiyor',
  tryLater: 'Lütfen daha sonra yeniden deneyin.',
  closedTitle: 'Bu gösterge paneli artık açık değil',
  closedText:
    'Erişiminizin süresi doldu veya erişiminiz sonlandırıldı. Uygulamaya dönün ve gösterge panelini yeniden açın.',
  unavailableTitle: 'Bu gösterge paneli şu anda kullanılamıyor',
  unavailableText: 'Birkaç saniye içinde yeniden denenecek.',
};
