import type { PageWords } from './page-words.ts';

export const ko: PageWords = {
  noData: '데이터 없음',
  noDataFor: '{values}에 대한 데이터 없음',
  rowLimit: '처음 {count}개 행만 표시됩니다.',
  category: '범주',
  other: '기타',
  negativeShares: '음수 값은 비율로 표시할 수 없습니다',
  onlyZeros: '모든 값이 0입니다',
  up: '증가',
  down: '감소',
  unchanged: '변동 없음',
  points: '{number}%p',
  'time-limit': '시간이 너무 오래 걸렸습니다',
  parameters: '이 값으로는 표시할 수 없습니다',
  connection: '데이터에 연결할 수 없습니다',
  failed: '표시할 수 없습니다',
  tryLater: '나중에 다시 시도해 주세요.',
  closedTitle: '이 대시보드는 더 이상 열려 있지 않습니다',
  closedText:
    '액세스가 만료되었거나 종료되었습니다. 애플리케이션으로 돌아가 대시보드를 다시 여세요.',
  unavailableTitle: '이 대시보드는 지금 사용할 수 없습니다',
  unavailableText: '몇 초 후에 다시 시도합니다.',
};
