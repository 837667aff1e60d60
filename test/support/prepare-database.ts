import { createDashboardService } from 'embedded-dashboard-service';

// Caches what the service's databases begin with. Otherwise, in a new clone, each of the first test files
// makes its own.
const service = createDashboardService({ database: 'memory:' });
await service.listen(0);
await service.close();
