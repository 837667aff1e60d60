import type { PreviewAnswer } from '../../demo/service/src/admin/dashboards/editor-wire.ts';
import type { BackOffice } from '../support/back-office.ts';

/** The parts of the service's answers to the editor. */
export interface Answer {
  version: number;
  html?: string;
  problems: { path: string; message: string }[];
  columns: Record<string, { names: string[]; numbers: string[] }>;
  samples?: PreviewAnswer['samples'];
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

/** A good draft, but for the changes. */
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

/** A call that publishes a draft, saves it or tries it. */
export function callOf(draft: unknown, changes: object = {}): object {
  const place = { companyId: 1, version: 1, draftVersion: 0, editor: 'test' };
  return { draft, parameters: {}, ...place, ...changes };
}

/** What is wrong with a draft, by places, and how the call was answered. */
export async function problemsOf(response: Response): Promise<[number, Record<string, string>]> {
  const { problems } = (await response.json()) as Answer;
  return [
    response.status,
    Object.fromEntries(problems.map(({ path, message }) => [path, message])),
  ];
}

/** Publishes a new dashboard, as the editor does it. */
export function publishNewIn(office: BackOffice, draft: unknown, changes = {}): Promise<Response> {
  const call = callOf(draft, { version: 0, ...changes });
  return office.post(`dashboards/${crypto.randomUUID()}/publish`, call);
}

/** The guid of a dashboard, by the answer to {@link publishNewIn}. */
export function guidOf({ url }: Response): string {
  return new URL(url).pathname.split('/').at(-2)!;
}
