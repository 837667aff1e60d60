import { createDashboardService } from 'embedded-dashboard-service';

// Caches the initial content of the service's databases. Without it, in a new clone, each of the first
// test files would create its own.
const service = createDashboardService({ database: 'memory:' });
await service.listen(0);
await service.close();
