import type { PageWords } from './page-words.ts';

export const zhCN: PageWords = {
  noData: '没有数据',
  noDataFor: '没有 {values} 的数据',
  rowLimit: '仅显示前 {count} 行。',
  category: '类别',
  other: '其他',
  negativeShares: '负值无法显示为占比',
  onlyZeros: '所有值均为零',
  up: '增长',
  down: '下降',
  unchanged: '无变化',
  points: '{number} 个百分点',
  'time-limit': '加载时间过长',
  parameters: '无法按这些值显示',
  connection: '无法连接到数据',
  failed: '无法显示',
  tryLater: '请稍后重试。',
  closedTitle: '此仪表板已关闭',
  closedText: '您的访问权限已过期或已终止。请返回应用程序，重新打开仪表板。',
  unavailableTitle: '此仪表板暂时不可用',
  unavailableText: '几秒后将重试。',
};
