import type { Notice, Report } from '../../service/src/telemetry/events.ts';

/** Returns a listener that keeps the texts of notices of a level. */
export function keepNotices(texts: string[], level: Notice['level'] = 'warn'): Report {
  return (event) => {
    if (event.kind === 'notice' && event.level === level) texts.push(event.text);
  };
}
