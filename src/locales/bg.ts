import { addLocale } from './dashboard-texts.ts';

/** The texts in Bulgarian. */
export default addLocale('bg', {
  label: 'Табло',
  loading: 'Зареждане…',
  trying: 'Все още опитваме…',
  expired: 'Срокът на това табло изтече.',
  'logged-out': 'Излязохте от профила си.',
  forbidden: 'Нямате достъп до това табло.',
  'forbidden-selection': 'Нямате достъп до този избор.',
  'not-found': 'Това табло не съществува.',
  offline: 'Няма връзка с интернет.',
  unavailable: 'Това табло не е достъпно в момента.',
  broken: 'Това табло не може да се покаже.',
  retry: 'Нов опит {time}.',
  reload: 'Опитайте отново',
  login: 'Вход',
});
