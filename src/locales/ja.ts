import { addLocale } from './dashboard-texts.ts';

/** The texts in Japanese. */
export default addLocale('ja', {
  label: 'ダッシュボード',
  loading: '読み込み中…',
  trying: '引き続き試行しています…',
  expired: 'このダッシュボードは期限切れです。',
  'logged-out': 'サインアウトされました。',
  forbidden: 'このダッシュボードへのアクセス権がありません。',
  'forbidden-selection': 'この選択へのアクセス権がありません。',
  'not-found': 'このダッシュボードは存在しません。',
  offline: 'オフラインです。',
  unavailable: 'このダッシュボードは現在利用できません。',
  broken: 'このダッシュボードを表示できません。',
  retry: '{time}に再試行します。',
  reload: '再試行',
  login: 'サインイン',
});
