import { addLocale } from './dashboard-texts.ts';

/** The texts in Turkish. */
export default addLocale('tr', {
  label: 'Gösterge paneli',
  loading: 'Yükleniyor…',
  trying: 'Hâlâ deneniyor…',
  expired: 'Bu gösterge panelinin süresi doldu.',
  'logged-out': 'Oturumunuz kapatıldı.',
  forbidden: 'Bu gösterge paneline erişiminiz yok.',
  'forbidden-selection': 'Bu seçime erişiminiz yok.',
  'not-found': 'Bu gösterge paneli yok.',
  offline: 'Çevrimdışısınız.',
  unavailable: 'Bu gösterge paneli şu anda kullanılamıyor.',
  broken: 'Bu gösterge paneli gösterilemiyor.',
  retry: '{time} yeniden denenecek.',
  reload: 'Yeniden dene',
  login: 'Oturum aç',
});
