import { addLocale } from './dashboard-texts.ts';

/** The texts in Hebrew. */
export default addLocale('he', {
  label: 'לוח מחוונים',
  loading: 'בטעינה…',
  trying: 'עדיין מנסים…',
  expired: 'תוקפו של לוח המחוונים הזה פג.',
  'logged-out': 'נותקת מהחשבון.',
  forbidden: 'אין לך גישה ללוח המחוונים הזה.',
  'forbidden-selection': 'אין לך גישה לבחירה הזו.',
  'not-found': 'לוח המחוונים הזה לא קיים.',
  offline: 'אין חיבור לאינטרנט.',
  unavailable: 'לוח המחוונים הזה לא זמין כרגע.',
  broken: 'אי אפשר להציג את לוח המחוונים הזה.',
  retry: 'ניסיון נוסף {time}.',
  reload: 'ניסיון חוזר',
  login: 'כניסה',
});
