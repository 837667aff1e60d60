import { LANGUAGES } from './languages.ts';

/** A value that a control offers. */
export interface Option {
  value: string;
  label: string;
}

interface CommonField {
  /** The name of the setting. If the setting is an attribute of the tag, the name of the attribute. */
  name: string;
  /** The label in words. Default: the name, for a setting that is an attribute. */
  label?: string;
  /** The default value. Default: empty. */
  initial?: string;
  note?: string;
}

/** A setting that accepts any text. */
export interface TextField extends CommonField {
  kind: 'text';
  placeholder?: string;
}

/** A setting that accepts any CSS color. */
export interface ColorField extends CommonField {
  kind: 'color';
  /** The color of the picker while the setting is empty. */
  firstColor: string;
}

/** A setting that accepts only the values that its control offers. */
export interface ChoiceField extends CommonField {
  kind: 'radio' | 'select';
  options: readonly Option[];
}

/** A setting of the settings panel. */
export type Field = TextField | ColorField | ChoiceField;

/** The settings under one heading. */
export interface Group {
  title: string;
  /** Whether the group is closed at first, because most visitors do not need it. */
  isCollapsible?: boolean;
  fields: readonly Field[];
}

/** All settings of the settings panel, in the panel's order. */
export const GROUPS = [
  {
    title: 'Simulate',
    fields: [
      {
        kind: 'select',
        name: 'user',
        label: 'Signed in as',
        // The host application names its users.
        options: [],
        note: 'Your server checks each region: Nora may see North and South, Sofia only South, Ines all. Inside “Delivery”, readers choose among these regions. “Sales of one region” requires a region. Without one, Ines sees “This dashboard isn’t available right now.”, and your server logs “The dashboard requires Region: give each a value in sqlParameters.”',
      },
      {
        kind: 'radio',
        name: 'life',
        label: 'Token lifetime',
        initial: 'short',
        options: [
          { value: 'short', label: 'one minute' },
          { value: 'long', label: 'two hours' },
        ],
        note: 'Applies to the next token. “Load again” requests one.',
      },
      {
        kind: 'select',
        name: 'fault',
        label: 'Your server and the service',
        initial: 'none',
        options: [
          { value: 'none', label: 'both work' },
          { value: '401', label: 'your server: 401, signed out' },
          { value: '403', label: 'your server: 403, forbidden' },
          { value: '500', label: 'your server: 500, an error' },
          { value: 'hang', label: 'your server: no answer' },
          { value: 'down', label: 'the service: down' },
          { value: 'slow-tile', label: 'the service: a tile takes 5 s' },
        ],
        note: 'Applies to the next request. “Load again” keeps the dashboard on screen meanwhile; “Remove and load” does not.',
      },
      {
        kind: 'radio',
        name: 'speech',
        label: 'The dashboard speaks',
        initial: 'on',
        options: toOptions('on', 'off'),
        note: 'If on, sorting, hidden series and the scroll position survive a renewal.',
      },
    ],
  },
  {
    title: 'Appearance',
    fields: [
      {
        kind: 'radio',
        name: 'theme',
        initial: 'auto',
        options: [{ value: '', label: 'default' }, ...toOptions('auto', 'dark')],
      },
      { kind: 'color', name: 'color', firstColor: '#1f6f78' },
      { kind: 'color', name: 'background-color', firstColor: '#ffffff' },
      {
        kind: 'select',
        name: 'lang',
        options: [{ value: '', label: 'English' }, ...LANGUAGES],
        note: 'The language of the messages.',
      },
      {
        kind: 'radio',
        name: 'sizing',
        options: [{ value: '', label: 'fixed height' }, ...toOptions('content')],
        note: 'The height of the dashboard, if it speaks.',
      },
      {
        kind: 'text',
        name: 'label',
        placeholder: 'Dashboard',
        note: 'The name of the frame for screen readers.',
      },
      {
        kind: 'text',
        name: 'filters',
        placeholder: '{"Region":"North"}',
        note: 'The first choices in the dashboard’s own filters, as in “Delivery”. Readers can change them.',
      },
    ],
  },
  {
    title: 'Loading and refresh',
    isCollapsible: true,
    fields: [
      {
        kind: 'radio',
        name: 'loading',
        options: [{ value: '', label: 'eager' }, ...toOptions('lazy')],
      },
      {
        kind: 'select',
        name: 'refresh-every',
        options: [
          { value: '', label: 'only with a new token' },
          { value: '30', label: '30 seconds' },
          { value: '300', label: '5 minutes' },
        ],
        note: 'Reloads the data. Waits while the pointer is over the dashboard.',
      },
    ],
  },
  {
    title: 'Requests',
    isCollapsible: true,
    fields: [
      { kind: 'text', name: 'token-url', initial: '/dashboards/token' },
      { kind: 'text', name: 'logout-url', initial: '/dashboards/logout' },
      { kind: 'text', name: 'dashboard-guid' },
      { kind: 'text', name: 'base-url', placeholder: 'from the token answer' },
      {
        kind: 'select',
        name: 'credentials',
        options: [{ value: '', label: 'same-origin' }, ...toOptions('include', 'omit')],
      },
    ],
  },
  {
    title: 'Frame permissions',
    isCollapsible: true,
    fields: [
      {
        kind: 'text',
        name: 'sandbox',
        placeholder: 'scripts, forms, pop-ups, downloads, dialogs',
      },
      { kind: 'text', name: 'allow', placeholder: 'fullscreen; clipboard-write' },
      {
        kind: 'select',
        name: 'referrerpolicy',
        options: [
          { value: '', label: 'strict-origin' },
          ...toOptions('no-referrer', 'origin', 'same-origin'),
        ],
      },
    ],
  },
] as const satisfies readonly Group[];

/** Returns options whose labels are their values. */
export function toOptions(...values: string[]): Option[] {
  return values.map((value) => ({ value, label: value }));
}
