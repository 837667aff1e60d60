import type { DashboardDefinition } from '../../../service/src/dashboard/definition.ts';
import type { DraftChange, SavedDraft } from '../../../service/src/state/draft-store.ts';
import type {
  DashboardSummary,
  SavedDashboard,
} from '../../../service/src/state/dashboard-store.ts';

/** The name of the only company. */
export const COMPANY = 'Aurora Coffee Supply';
export const API_KEY = 'the-key-of-the-company';
const SAVED_AT = new Date('2026-11-21T12:00:00Z');

/** The parts of a draft that only lists have. */
type Summary = Pick<DashboardSummary, 'guid' | 'companyName' | 'savedAt'>;

type Content = { title: string; definition: DashboardDefinition };

/** The published dashboards and the drafts of one test, with the methods of the stores that the back office uses. */
export class MemoryStores {
  readonly saved = new Map<string, SavedDraft & Summary>();
  readonly published = new Map<string, SavedDashboard>();
  readonly versions = new Map<string, (Content & { version: number; savedAt: Date })[]>();
  #clock = SAVED_AT.getTime();

  readonly companies = {
    names: async () => [{ id: 1, name: COMPANY }],
    find: async (id: number) =>
      id === 1 ? { id, name: COMPANY, hasKey: true, dashboardCount: this.published.size } : null,
  };

  readonly keys = {
    reveal: async () => API_KEY,
    replace: async () => {},
    findPrevious: async () => null,
  };

  readonly dashboardList = {
    find: async () => {
      const drafts = [...this.saved.values()].map((draft) =>
        Object.assign({ accessible: false }, draft, { version: 0, state: 'draft' as const }),
      );
      const published = [...this.published.values()].map((dashboard) =>
        Object.assign({ state: 'published' as const }, dashboard),
      );
      const items = [...published, ...drafts.filter(({ guid }) => !this.published.has(guid))];
      return { items, page: 1, total: items.length };
    },
  };

  readonly drafts = {
    find: async (guid: string) => this.saved.get(guid) ?? null,
    save: async (change: DraftChange): Promise<number | null> => {
      const { guid, version, editor, draft } = change;
      const there = this.saved.get(guid);
      if (there && there.version !== version && there.editor !== editor) return null;
      const place = { title: draft.title, companyName: COMPANY, savedAt: this.#tick() };
      const next = (there?.version ?? version) + 1;
      this.saved.set(guid, { ...change, ...place, version: next });
      return next;
    },
    remove: async (guid: string) => void this.saved.delete(guid),
  };

  readonly dashboards = {
    find: async (guid: string) => this.published.get(guid) ?? null,
    create: async (companyId: number, made: Content & { guid: string }, editor: string) => {
      if (this.published.has(made.guid)) return false;
      const place = { companyId, companyName: COMPANY, savedAt: this.#tick() };
      this.published.set(made.guid, { ...made, ...place, accessible: false, version: 1, editor });
      return true;
    },
    save: async (guid: string, version: number, content: Content, editor: string) => {
      const there = this.published.get(guid);
      if (there?.version !== version) return false;
      this.versions.set(guid, [there, ...(this.versions.get(guid) ?? [])]);
      const { title, definition } = content;
      const changes = { title, definition, editor, version: version + 1, savedAt: this.#tick() };
      this.published.set(guid, { ...there, ...changes });
      return true;
    },
    share: async (guid: string, accessible: boolean) => {
      this.published.set(guid, { ...this.published.get(guid)!, accessible });
    },
    remove: async (guid: string) => void this.published.delete(guid),
    versions: async (guid: string) =>
      (this.versions.get(guid) ?? []).map((each) => Object.assign({ person: 'anna' }, each)),
    findVersion: async (guid: string, version: number) =>
      this.versions.get(guid)?.find((each) => each.version === version) ?? null,
    findThumbnail: async () => null,
    keepThumbnail: async () => {},
  };

  readonly statistics = {
    countOpenings: async () => new Map([...this.published.keys()].map((guid, at) => [guid, at])),
  };

  /** Each change is a minute after the one before it. */
  #tick(): Date {
    this.#clock += 60_000;
    return new Date(this.#clock);
  }
}

/** Returns a published dashboard without tiles. */
export function publishedAs(guid: string, title: string): SavedDashboard {
  const definition = {
    subtitle: '',
    currency: 'XXX',
    shownParameters: [],
    datasets: {},
    tiles: [],
  };
  const place = { companyId: 1, companyName: COMPANY, accessible: false, savedAt: SAVED_AT };
  return { guid, title, definition, ...place, version: 1, editor: null };
}
