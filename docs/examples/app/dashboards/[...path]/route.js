import { dashboards } from '../../../dashboards.mjs';

const answer = (request) => dashboards.fetch(request);

export { answer as GET, answer as POST, answer as OPTIONS };
