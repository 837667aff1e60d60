// The service loads this code when it opens. Loaded inside a test, a constant counts as reached by that test alone.
import '../../service/src/start/service-app.ts';
import '../../service/src/start/open-service.ts';
