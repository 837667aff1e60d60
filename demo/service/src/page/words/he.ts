import type { PageWords } from './page-words.ts';

export const he: PageWords = {
  noData: 'אין נתונים',
  noDataFor: 'אין נתונים עבור {values}',
  rowLimit: 'מוצגות רק {count} השורות הראשונות.',
  category: 'קטגוריה',
  other: 'אחר',
  negativeShares: 'אי אפשר להציג ערכים שליליים כחלקים',
  onlyZeros: 'כל הערכים הם אפס',
  up: 'עלייה',
  down: 'ירידה',
  unchanged: 'ללא שינוי',
  points: '{number} נקודות אחוז',
  'time-limit': 'הפעולה ארכה זמן רב מדי',
  parameters: 'לא ניתן להציג עבור הערכים האלה',
  connection: 'לא ניתן להתחבר לנתונים',
  failed: 'לא ניתן להציג את התוכן',
  tryLater: 'נסו שוב מאוחר יותר.',
  closedTitle: 'לוח המחוונים כבר אינו פתוח',
  closedText: 'הגישה שלך פגה או הסתיימה. יש לחזור ליישום ולפתוח שוב את לוח המחוונים.',
  unavailableTitle: 'לוח המחוונים אינו זמין כרגע',
  unavailableText: 'ניסיון נוסף יתבצע בעוד כמה שניות.',
};
