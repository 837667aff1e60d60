import { addLocale } from './dashboard-texts.ts';

/** The texts in Traditional Chinese. */
export default addLocale('zh-TW', {
  label: '儀表板',
  loading: '載入中…',
  trying: '仍在嘗試…',
  expired: '此儀表板已過期。',
  'logged-out': '您已登出。',
  forbidden: '您無權存取此儀表板。',
  'forbidden-selection': '您無權存取此選項。',
  'not-found': '此儀表板不存在。',
  offline: '您目前離線。',
  unavailable: '此儀表板目前無法使用。',
  broken: '無法顯示此儀表板。',
  retry: '將在{time}重試。',
  reload: '重試',
  login: '登入',
});
