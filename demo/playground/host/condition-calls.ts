import { SettingError } from 'embedded-dashboard-service';
import { Hono } from 'hono';
import { type Conditions, parseConditions } from './conditions.ts';
import { readJson } from './request-checks.ts';

/** `/conditions`: GET returns the simulated faults, PUT changes them. */
export function createConditionCalls(conditions: Conditions): Hono {
  const app = new Hono();

  app.get('/', (context) => context.json(conditions.view));

  app.put('/', async (context) => {
    const wanted = parseConditions(await readJson(context));
    if (!wanted) return context.json({ error: 'The conditions are invalid.' }, 400);
    try {
      await conditions.change(wanted);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      return context.json({ error: `The service cannot restart. ${error.message}` }, 503);
    }
    return context.json(conditions.view);
  });

  return app;
}
