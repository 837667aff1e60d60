import { toChoice } from '../../protocol/dashboard-parameters.ts';
import { parseBaseUrl } from '../../protocol/display-url.ts';
import { isGuid, type TokenGrant } from '../../protocol/token.ts';
import { CallerController } from '../http/caller-signal.ts';
import { CallRecord } from './call-record.ts';
import type { DashboardClient } from '../call/dashboard-client.ts';
import { DashboardHostError, toHostError } from '../dashboard-host-error.ts';
import { grantToken, type Settings } from './grant-token.ts';
import { requireFilterQuery, requireParameters } from '../call/required-choices.ts';
import { WebRequest } from '../http/host-request.ts';
import type { Watch } from './observer.ts';
import { type NodeRequest, toPageRequest } from '../http/node-request.ts';
import { type RenderedFrame, renderTag, type TagOptions } from './rendered-tag.ts';
import { inTime, whileWanted } from '../http/time-limit.ts';

/** The options of `render`: the attributes of the tag, and the context of the request. */
export interface RenderOptions<Context = unknown> extends TagOptions {
  /** Passed to `resolve` unchanged. Default for a request of Node: `{ req }`. */
  context?: Context;
}

/** The signal of a caller that stays. */
const NEVER = new CallerController().signal;
/** The longest time that a page waits for a token. The element waits longer. */
const PATIENCE_MS = 2_000;

/**
 * Creates a function that renders tags for pages of the server. A tag has no frame if no token comes in time,
 * or if `request` or an option cannot be used. `watch` gets the result of each call.
 */
export function createRenderer<Context>(
  settings: Settings<Context>,
  basePath: string,
  watch: Watch,
): (request: Request | NodeRequest, options: RenderOptions<Context>) => Promise<string> {
  return async (request, given) => {
    const options = orNull(() => ({ ...given })) ?? ({} as RenderOptions<Context>);
    options.tokenUrl ??= `${basePath}/token`;
    options.logoutUrl ??= `${basePath}/logout`;
    const record = new CallRecord('render');
    const page = orNull(() => (isOfTheWeb(request) ? request : toPageRequest(request)));
    try {
      if (!page) throw malformed();
      const frame = await loadFrame(settings, request, page, options, record);
      watch.succeed(record, 200);
      return renderTag(options, frame);
    } catch (thrown) {
      const error = toHostError(thrown);
      watch.fail(record, error, error.status, page?.signal ?? NEVER);
      return renderTag(options, null);
    }
  };
}

/**
 * Returns the frame of a tag; `null` for a tag that must not have one.
 * @throws {DashboardHostError} if there is no token, or if an option cannot be used.
 */
async function loadFrame<Context>(
  settings: Settings<Context>,
  request: Request | NodeRequest,
  page: Request,
  options: RenderOptions<Context>,
  record: CallRecord,
): Promise<RenderedFrame | null> {
  // The host's own `baseUrl` may be one that browsers cannot reach.
  const publicUrl = options.baseUrl ? parseBaseUrl(options.baseUrl) : '';
  if (publicUrl === null) return null;
  if (options.loading === 'lazy') return null;
  if (!isGuid(options.dashboardGuid)) {
    throw new DashboardHostError('bad-request', 'dashboardGuid must be a GUID.');
  }
  const parameters = requireParameters(options.parameters ?? {});
  const filters = requireFilterQuery(options.filters ?? {});
  const context = options.context ?? ({ req: request } as Context);
  const grant = whileWanted(page.signal, (signal) => {
    const call = { request: new WebRequest(page), context, signal, record };
    const dashboardGuid = options.dashboardGuid.toLowerCase();
    return grantToken(settings, call, { dashboardGuid, parameters });
  });
  const granted = await inTime(PATIENCE_MS, grant);
  const choice = toChoice(parameters);
  return toFrame(settings.client, granted, { ...options, baseUrl: publicUrl }, { choice, filters });
}

function malformed(): DashboardHostError {
  return new DashboardHostError('bad-request', 'The request cannot be read.');
}

/** Returns the result of `read`; `null` if it throws. A page must not fail because of its dashboard. */
function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Whether a request is a `Request`. The headers of Node's own requests are a plain object. */
function isOfTheWeb(request: Request | NodeRequest): request is Request {
  return 'headers' in request && typeof request.headers.get === 'function';
}

/** Returns the frame at the `baseUrl` of the options, which is already parsed, or else at the host's own. */
function toFrame(
  client: DashboardClient,
  { token, expiresIn, baseUrl }: Required<TokenGrant>,
  options: TagOptions,
  shown: Pick<RenderedFrame, 'choice' | 'filters'>,
): RenderedFrame {
  const address = client.displayUrl(token, options);
  const src = (options.baseUrl || baseUrl) + address.slice(baseUrl.length);
  return { src, expiresIn, ...shown };
}
