import { DashboardEvent } from './dashboard-event.ts';
import type { DashboardParameters } from './dashboard-parameters.ts';

/** The reader's choices in the filters of a dashboard, by name: a value, or a list of values. */
export type DashboardFilters = Readonly<Record<string, string | readonly string[]>>;

/**
 * The reader has chosen something inside the dashboard, for example a bar. It is the word of the dashboard's page, not
 * proof of a click. The element changes nothing: the page decides.
 */
export class DashboardSelectEvent extends DashboardEvent {
  /** The choice, such as `{ Region: 'North' }`. It keeps the rules of `parameters`. */
  declare readonly parameters: DashboardParameters;
  /** The choice in words, as text: at most 200 characters, without control characters. Empty if the page gives none. */
  declare readonly label: string;

  /** All choices in the dashboard's own filters, if its page tells them. Filters that are not set are missing. */
  declare readonly filters: DashboardFilters;

  constructor(parameters: DashboardParameters, label: string, filters: DashboardFilters) {
    super('dashboard-select', { parameters, label, filters });
  }
}
