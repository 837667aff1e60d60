// The service loads this code when it opens. Loaded inside a test, a constant counts as reached by that test alone.
import '../../service/src/api/service-app.ts';
import '../../service/src/open-service.ts';
