import type { Handle } from '@sveltejs/kit';

/** Replace this with a check of your own session. Here, everybody is Ann. */
export const handle: Handle = ({ event, resolve }) => {
  event.locals.user = {
    name: 'ann',
    login: 'demo',
    dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
  };
  return resolve(event);
};
