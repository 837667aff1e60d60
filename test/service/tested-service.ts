import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect } from 'vitest';
import type { EditorStart } from '../../service/src/admin/dashboards/editor-wire.ts';
import { type BackOffice, openOffice } from '../support/back-office.ts';
import { SETTINGS, testService } from '../support/test-database.ts';
import { type Answer, callOf, draftOf, publishIn } from './admin/draft-calls.ts';

/** A service with its own database, and the calls that many tests send to it. */
export class TestedService {
  service!: DashboardService;
  url!: string;

  async start(options: DashboardServiceOptions): Promise<void> {
    this.service = createDashboardService({ ...(await testService()), ...options });
    ({ url: this.url } = await this.service.listen(0));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Requests a token as a host does. `sqlParameters`: `Region=North`. */
  getToken(guid: string, sqlParameters = ''): Promise<Response> {
    const query = `SQLparameters=${encodeURIComponent(sqlParameters)}`;
    return fetch(`${this.url}/Api/GetToken/${this.service.apiKey}/anna/${guid}?${query}`);
  }

  /** Returns the address of a dashboard with a new token. */
  async addressOf(guid: string, sqlParameters?: string): Promise<string> {
    return `${this.url}/Tdb/${await (await this.getToken(guid, sqlParameters)).text()}`;
  }

  /** Opens a dashboard with a new token. */
  async open(guid: string): Promise<Response> {
    return fetch(await this.addressOf(guid));
  }

  /** Returns the page of a dashboard with all its tiles, whatever time they take. */
  async pageOf({ guid }: { guid: string }): Promise<string> {
    return (await fetch(`${await this.addressOf(guid)}?whole`)).text();
  }
}

/** A service whose operator is signed in to the back office. */
export class TestedBackOffice extends TestedService {
  office!: BackOffice;

  override async start(options: DashboardServiceOptions): Promise<void> {
    await super.start(options);
    this.office = await openOffice(this.url, options.adminPassword ?? SETTINGS.adminPassword);
  }

  /** Publishes a new dashboard, as the editor does. */
  publishNew(draft: unknown, changes: object = {}): Promise<Response> {
    return this.publish(crypto.randomUUID(), draft, { version: 0, ...changes });
  }

  /** Publishes a version of a dashboard, as the editor does. */
  publish(guid: string, draft: unknown, changes: object = {}): Promise<Response> {
    return publishIn(this.office, guid, draft, changes);
  }

  /** Publishes a new dashboard, and returns its guid. */
  async create(draft: unknown = draftOf(), changes: object = {}): Promise<string> {
    const guid = crypto.randomUUID();
    expect((await this.publish(guid, draft, { version: 0, ...changes })).status).toBe(200);
    return guid;
  }

  /** Sets the option “Accessible in API”. */
  share(guid: string, accessible: boolean): Promise<Response> {
    return this.office.post(`dashboards/${guid}/share`, { accessible });
  }

  /** Returns everything that is saved: the data with which the editor starts. */
  async savedOf(guid: string): Promise<EditorStart> {
    const page = await (await this.office.get(`dashboards/${guid}`)).text();
    return JSON.parse(/id="editor-start">(.*?)<\/script>/s.exec(page)![1]!) as EditorStart;
  }

  async preview(draft: unknown, changes: object = {}): Promise<Answer> {
    const response = await this.office.post('dashboards/preview', callOf(draft, changes));
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  }
}

/** Starts a service before the tests of a file, and closes it after them. */
export function useService(options: DashboardServiceOptions = {}): TestedService {
  return useFor(new TestedService(), options);
}

/** Starts a service and signs in to its back office before the tests of a file, and closes it after them. */
export function useBackOffice(options: DashboardServiceOptions = {}): TestedBackOffice {
  return useFor(new TestedBackOffice(), options);
}

/** Starts a service before the tests of a file, and closes it after them. */
export function useFor<Tested extends TestedService>(
  tested: Tested,
  options: DashboardServiceOptions,
): Tested {
  beforeAll(() => tested.start(options));
  afterAll(() => tested.close());
  return tested;
}
