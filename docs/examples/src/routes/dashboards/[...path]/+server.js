import { dashboards } from '../../../../dashboards.mjs';

export const fallback = (event) => dashboards.fetch(event.request, event);
