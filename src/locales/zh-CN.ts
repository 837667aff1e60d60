import { addLocale } from './dashboard-texts.ts';

/** The texts in Simplified Chinese. */
export default addLocale('zh-CN', {
  label: '仪表板',
  loading: '正在加载…',
  trying: '仍在尝试…',
  expired: '此仪表板已过期。',
  'logged-out': '您已退出登录。',
  forbidden: '您无权访问此仪表板。',
  'forbidden-selection': '您无权访问此选择。',
  'not-found': '此仪表板不存在。',
  offline: '您处于离线状态。',
  unavailable: '此仪表板暂时不可用。',
  broken: '无法显示此仪表板。',
  retry: '将在{time}重试。',
  reload: '重试',
  login: '登录',
});
