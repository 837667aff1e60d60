import { type Setting, toDefault } from '../service/src/start/setting.ts';
import { SETTINGS } from '../service/src/start/settings.ts';
import { table } from './markdown-table.ts';

/** Returns a Markdown table of the service's settings. */
export function toSettingTable(): string {
  return table(
    ['variable', 'default', 'description'],
    Object.values<Setting>(SETTINGS).map((row) => [
      `\`${row.variable}\``,
      toDefault(row),
      row.meaning,
    ]),
  );
}
