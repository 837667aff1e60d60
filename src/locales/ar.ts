import { addLocale } from './dashboard-texts.ts';

/** The texts in Arabic. */
export default addLocale('ar', {
  label: 'لوحة المعلومات',
  loading: 'جارٍ التحميل…',
  trying: 'ما زلنا نحاول…',
  expired: 'انتهت صلاحية لوحة المعلومات هذه.',
  'logged-out': 'تم تسجيل خروجك.',
  forbidden: 'ليس لديك حق الوصول إلى لوحة المعلومات هذه.',
  'forbidden-selection': 'ليس لديك حق الوصول إلى هذا التحديد.',
  'not-found': 'لوحة المعلومات هذه غير موجودة.',
  offline: 'أنت غير متصل بالإنترنت.',
  unavailable: 'لوحة المعلومات هذه غير متاحة حاليًا.',
  broken: 'يتعذّر عرض لوحة المعلومات هذه.',
  retry: 'ستُعاد المحاولة {time}.',
  reload: 'إعادة المحاولة',
  login: 'تسجيل الدخول',
});
