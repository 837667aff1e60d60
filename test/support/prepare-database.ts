import { createDashboardService } from 'embedded-dashboard-service';

// Caches the service's databases. Otherwise, in a new clone, the first test files would each make their own.
const service = createDashboardService({ database: 'memory:' });
await service.listen(0);
await service.close();
