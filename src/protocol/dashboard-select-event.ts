import { DashboardEvent } from './dashboard-event.ts';
import type { DashboardParameters } from './dashboard-parameters.ts';

/**
 * The reader has chosen something inside the dashboard, for example a bar. It is the word of the dashboard's page, not
 * proof of a click. The element changes nothing: the page decides.
 */
export class DashboardSelectEvent extends DashboardEvent {
  /** The choice, such as `{ Region: 'North' }`. It keeps the rules of `parameters`. */
  declare readonly parameters: DashboardParameters;
  /** The choice in words, as text: at most 200 characters, without control characters. Empty if the page gives none. */
  declare readonly label: string;

  constructor(parameters: DashboardParameters, label: string) {
    super('dashboard-select', { parameters, label });
  }
}
