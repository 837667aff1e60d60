import type { PageWords } from './page-words.ts';

export const ja: PageWords = {
  noData: 'データがありません',
  noDataFor: '{values} のデータがありません',
  rowLimit: '最初の {count} 行のみを表示しています。',
  category: 'カテゴリ',
  other: 'その他',
  negativeShares: '負の値は割合として表示できません',
  onlyZeros: 'すべての値がゼロです',
  up: '増加',
  down: '減少',
  unchanged: '変化なし',
  points: '{number} ポイント',
  'time-limit': '時間がかかりすぎました',
  parameters: 'この値では表示できません',
  connection: 'データに接続できません',
  failed: '表示できません',
  tryLater: 'しばらくしてからもう一度お試しください。',
  closedTitle: 'このダッシュボードは閉じられました',
  closedText:
    'アクセスの有効期限が切れたか、アクセスが終了しました。アプリケーションに戻り、ダッシュボードをもう一度開いてください。',
  unavailableTitle: 'このダッシュボードは現在利用できません',
  unavailableText: '数秒後にもう一度試します。',
};
