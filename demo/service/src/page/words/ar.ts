import type { PageWords } from './page-words.ts';

export const ar: PageWords = {
  noData: 'لا توجد بيانات',
  noDataFor: 'لا توجد بيانات: {values}',
  rowLimit: 'تُعرض الصفوف الأولى فقط، وعددها {count}.',
  category: 'الفئة',
  other: 'أخرى',
  negativeShares: 'لا يمكن عرض القيم السالبة كحصص',
  onlyZeros: 'جميع القيم صفر',
  up: 'ارتفاع',
  down: 'انخفاض',
  unchanged: 'دون تغيير',
  points: '{number} نقطة مئوية',
  'time-limit': 'استغرق هذا وقتًا طويلاً',
  parameters: 'يتعذّر العرض لهذه القيم',
  connection: 'يتعذّر الوصول إلى البيانات',
  failed: 'يتعذّر عرض هذا المحتوى',
  tryLater: 'يُرجى المحاولة لاحقًا.',
  closedTitle: 'لم تعد لوحة المعلومات هذه مفتوحة',
  closedText: 'انتهت صلاحية وصولك أو أُنهيت. ارجع إلى التطبيق وافتح اللوحة مرة أخرى.',
  unavailableTitle: 'لوحة المعلومات هذه غير متاحة حاليًا',
  unavailableText: 'ستُعاد المحاولة خلال بضع ثوانٍ.',
};
