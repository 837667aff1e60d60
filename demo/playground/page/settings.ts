import { EmbeddedDashboardElement } from 'embedded-dashboard';
import { type Attribute, CODE_NAMES } from './code-samples.ts';
import { type Field, GROUPS } from './setting-groups.ts';

/** A setting of the page: one of the settings panel, the parameters, or the stack of the code. */
export type SettingName =
  | 'parameters'
  | 'stack'
  | (typeof GROUPS)[number]['fields'][number]['name'];

/** The values of all settings. The settings named after an attribute of the tag are its attributes. */
export type Settings = Readonly<Record<SettingName, string>>;

/** The values that settings may have. A setting that is not listed accepts any value. */
export type OfferedValues = Readonly<Partial<Record<SettingName, readonly string[]>>>;

const FIELDS: readonly Field[] = GROUPS.flatMap(({ fields }): readonly Field[] => fields);

/** The settings before the host application has named its users and dashboards. */
export const DEFAULTS = {
  parameters: '',
  ...Object.fromEntries(FIELDS.map(({ name, initial }) => [name, initial ?? ''])),
  stack: CODE_NAMES[0],
} as Settings;

/** The values that the page's own controls offer. */
export const OFFERED: OfferedValues = {
  ...Object.fromEntries(
    FIELDS.flatMap((field) =>
      'options' in field ? [[field.name, field.options.map(({ value }) => value)]] : [],
    ),
  ),
  stack: CODE_NAMES,
};

/** Returns the attributes of the tag, without empty ones. */
export function toAttributes(settings: Settings): Attribute[] {
  return [...EmbeddedDashboardElement.observedAttributes, 'lang']
    .map((name): Attribute => [name, settings[name as SettingName] ?? ''])
    .filter(([, value]) => value);
}
