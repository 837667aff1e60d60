import { addLocale } from './dashboard-texts.ts';

/** The texts in Ukrainian. */
export default addLocale('uk', {
  label: 'Інформаційна панель',
  loading: 'Завантаження…',
  trying: 'Спроби тривають…',
  expired: 'Термін дії цієї панелі минув.',
  'logged-out': 'Ви вийшли з облікового запису.',
  forbidden: 'У вас немає доступу до цієї панелі.',
  'forbidden-selection': 'У вас немає доступу до цього вибору.',
  'not-found': 'Такої панелі не існує.',
  offline: 'Немає з’єднання з інтернетом.',
  unavailable: 'Ця панель зараз недоступна.',
  broken: 'Цю панель не можна показати.',
  retry: 'Нова спроба {time}.',
  reload: 'Спробувати ще раз',
  login: 'Увійти',
});
