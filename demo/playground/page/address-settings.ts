import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SessionView } from '../host/session-view.ts';
import {
  DEFAULTS,
  OFFERED,
  type OfferedValues,
  type SettingName,
  type Settings,
} from './settings.ts';

/** The settings that the host application keeps for all tabs. The Back button does not change them. */
const SHARED: ReadonlySet<string> = new Set<SettingName>(['user', 'fault', 'life']);

/**
 * The settings, and the page's address. The address contains the settings that differ from their defaults, so that a
 * link shows the same page to other people. A value that its control does not offer is ignored.
 */
export class AddressSettings implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onChange: (names: readonly SettingName[]) => void;
  #defaults = DEFAULTS;
  #offered: OfferedValues = OFFERED;
  #values = DEFAULTS;

  /** `onChange` is called with the names of the settings that have changed. */
  constructor(host: ReactiveControllerHost, onChange: (names: readonly SettingName[]) => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#onPopState);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#onPopState);
  }

  /** The values of all settings. Every change creates a new object. */
  get values(): Settings {
    return this.#values;
  }

  /** Reads the address, with the first user and the first dashboard as defaults. */
  load({ users, dashboards }: SessionView): void {
    const userIds = users.map(({ id }) => id);
    this.#defaults = { ...DEFAULTS, user: userIds[0]!, 'dashboard-guid': dashboards[0]!.guid };
    this.#offered = { ...OFFERED, user: [...userIds, ''] };
    this.#values = this.#merge(this.#defaults, this.#readAddress());
    this.#host.requestUpdate();
  }

  /** Returns whether the page's address contains the setting. */
  isLinked(name: SettingName): boolean {
    return new URLSearchParams(location.search).has(name);
  }

  /** Returns the address of the page with these settings and the changes. */
  toLink(changes: Partial<Settings> = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...this.#values, ...changes })) {
      if (value !== this.#defaults[name as SettingName]) search.set(name, value);
    }
    return search.size ? `?${search}` : location.pathname;
  }

  set(changes: Partial<Settings>): void {
    const old = this.#values;
    const next = this.#merge(old, changes);
    const names = (Object.keys(next) as SettingName[]).filter((name) => next[name] !== old[name]);
    if (names.length === 0) return;
    this.#values = next;
    history.replaceState(null, '', this.toLink());
    this.#host.requestUpdate();
    this.#onChange(names);
  }

  /** Changes settings, with a new entry in the browser's history. */
  visit(changes: Partial<Settings>): void {
    history.pushState(null, '', this.toLink(changes));
    this.set(changes);
  }

  readonly #onPopState = (): void => {
    const found = Object.entries(this.#merge(this.#defaults, this.#readAddress()));
    this.set(Object.fromEntries(found.filter(([name]) => !SHARED.has(name))));
  };

  #readAddress(): Record<string, string> {
    return Object.fromEntries(new URLSearchParams(location.search));
  }

  #merge(base: Settings, changes: Readonly<Record<string, string>>): Settings {
    const isPossible = ([name, value]: [string, string]): boolean =>
      name in base && (this.#offered[name as SettingName]?.includes(value) ?? true);
    return { ...base, ...Object.fromEntries(Object.entries(changes).filter(isPossible)) };
  }
}
