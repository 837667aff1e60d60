import { addLocale } from './dashboard-texts.ts';

/** The texts in Korean. */
export default addLocale('ko', {
  label: '대시보드',
  loading: '불러오는 중…',
  trying: '계속 시도하는 중…',
  expired: '이 대시보드는 만료되었습니다.',
  'logged-out': '로그아웃되었습니다.',
  forbidden: '이 대시보드에 대한 액세스 권한이 없습니다.',
  'forbidden-selection': '이 선택 항목에 대한 액세스 권한이 없습니다.',
  'not-found': '존재하지 않는 대시보드입니다.',
  offline: '오프라인 상태입니다.',
  unavailable: '지금은 이 대시보드를 사용할 수 없습니다.',
  broken: '이 대시보드를 표시할 수 없습니다.',
  retry: '{time}에 다시 시도합니다.',
  reload: '다시 시도',
  login: '로그인',
});
