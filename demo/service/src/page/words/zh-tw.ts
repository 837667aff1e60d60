import type { PageWords } from './page-words.ts';

export const zhTW: PageWords = {
  noData: '沒有資料',
  noDataFor: '沒有 {values} 的資料',
  rowLimit: '僅顯示前 {count} 列。',
  category: '類別',
  other: '其他',
  negativeShares: '負值無法顯示為占比',
  onlyZeros: '所有值皆為零',
  up: '成長',
  down: '下降',
  unchanged: '無變化',
  points: '{number} 個百分點',
  'time-limit': '載入時間過長',
  parameters: '無法以這些值顯示',
  connection: '無法連線至資料',
  failed: '無法顯示',
  tryLater: '請稍後再試。',
  closedTitle: '此儀表板已關閉',
  closedText: '您的存取權限已過期或已終止。請返回應用程式，重新開啟儀表板。',
  unavailableTitle: '此儀表板暫時無法使用',
  unavailableText: '幾秒後將重試。',
};
