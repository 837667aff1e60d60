import type { PreviewAnswer } from '../../../service/src/admin/dashboards/editor-wire.ts';
import type { BackOffice } from '../../support/back-office.ts';

/** The parts of the service's answers to the editor that tests read. */
export interface Answer {
  version: number;
  html?: string;
  problems: { path: string; message: string }[];
  columns: Record<string, { names: string[]; numbers: string[] }>;
  samples?: PreviewAnswer['samples'];
  lists?: PreviewAnswer['lists'];
  missing?: PreviewAnswer['missing'];
}

/** A tile of {@link draftOf}. */
export const figure = {
  id: 'figure',
  kind: 'number',
  title: 'Orders',
  dataset: 'counted',
  value: 'n',
  format: 'integer',
  note: '',
  span: 3,
};

/** Returns a valid draft with the changes. */
export function draftOf(changes: object = {}) {
  return {
    title: 'Orders of today',
    subtitle: '',
    currency: 'EUR',
    shownParameters: [],
    datasets: [{ name: 'counted', sql: 'SELECT 41 + 1 AS n' }],
    tiles: [figure],
    ...changes,
  };
}

/** Returns a valid draft whose dataset has this SQL. */
export function withSql(sql: string): object {
  return draftOf({ datasets: [{ name: 'counted', sql }] });
}

/** Returns the body of a call that publishes, saves or previews a draft. */
export function callOf(draft: unknown, changes: object = {}): object {
  const place = { companyId: 1, version: 1, draftVersion: 0, editor: 'test' };
  return { draft, parameters: {}, ...place, ...changes };
}

/** Returns the status of an answer, and the problems of the draft by place. */
export async function problemsOf(response: Response): Promise<[number, Record<string, string>]> {
  const { problems } = (await response.json()) as Answer;
  return [
    response.status,
    Object.fromEntries(problems.map(({ path, message }) => [path, message])),
  ];
}

/** Publishes a version of a dashboard, as the editor does. Version 0 is a new dashboard. */
export function publishIn(
  office: BackOffice,
  guid: string,
  draft: unknown,
  changes: object = {},
): Promise<Response> {
  return office.post(`dashboards/${guid}/publish`, callOf(draft, changes));
}
