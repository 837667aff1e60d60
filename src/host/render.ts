import { toChoice } from '../protocol/dashboard-parameters.ts';
import { parseBaseUrl } from '../protocol/display-url.ts';
import { isGuid, type TokenGrant } from '../protocol/token.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { type DashboardHostError, toHostError } from './dashboard-host-error.ts';
import { grantToken, type Settings } from './grant-token.ts';
import { requireParameters } from './require-parameters.ts';
import { type NodeRequest, toPageRequest } from './node-request.ts';
import { type RenderedFrame, renderTag, type TagOptions } from './rendered-tag.ts';
import { inTime, whileWanted } from './time-limit.ts';

/** The options of `render`: the attributes of the tag, and the context of the request. */
export interface RenderOptions<Context = unknown> extends TagOptions {
  /** Reaches `resolve` as it is. Default for a request of Node: `{ req }`. */
  context?: Context;
}

/** How long a page waits for a token; the element has more patience. */
const PATIENCE_MS = 2_000;

/**
 * Makes tags for pages that the server writes. A tag has no frame if there is no token in time, or if
 * `request` or an option cannot be used; then `logFault` is called with the reason.
 */
export function createRenderer<Context>(
  settings: Settings<Context>,
  basePath: string,
  logFault: (error: DashboardHostError, caller: AbortSignal) => void,
): (request: Request | NodeRequest, options: RenderOptions<Context>) => Promise<string> {
  const loadFrame = async (
    request: Request | NodeRequest,
    page: Request,
    options: RenderOptions<Context>,
  ): Promise<RenderedFrame | null> => {
    // The host's own `baseUrl` may be one that browsers cannot reach.
    const publicUrl = options.baseUrl ? parseBaseUrl(options.baseUrl) : '';
    if (publicUrl === null) return null;
    if (options.loading === 'lazy' || !isGuid(options.dashboardGuid)) return null;
    const parameters = requireParameters(options.parameters ?? {});
    const context = options.context ?? ({ req: request } as Context);
    const begunAt = performance.now();
    const grant = whileWanted(page.signal, (signal) => {
      const call = { request: page, context, signal, begunAt };
      const dashboardGuid = options.dashboardGuid.toLowerCase();
      return grantToken(settings, call, { dashboardGuid, parameters });
    });
    const granted = await inTime(PATIENCE_MS, grant);
    const choice = toChoice(parameters);
    return toFrame(settings.client, granted, { ...options, baseUrl: publicUrl, choice });
  };
  return async (request, given) => {
    const options = orNull(() => ({ ...given })) ?? ({} as RenderOptions<Context>);
    options.tokenUrl ??= `${basePath}/token`;
    options.logoutUrl ??= `${basePath}/logout`;
    const page = orNull(() => (isOfTheWeb(request) ? request : toPageRequest(request)));
    const loading = page && loadFrame(request, page, options);
    const frame = await loading?.catch((thrown: unknown) => {
      logFault(toHostError(thrown), page!.signal);
      return null;
    });
    return renderTag(options, frame ?? null);
  };
}

/** What `read` returns; `null` if it throws: a page must not fail because of its dashboard. */
function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Node's own requests have a plain object there. */
function isOfTheWeb(request: Request | NodeRequest): request is Request {
  return 'headers' in request && typeof request.headers.get === 'function';
}

/** The frame at the options' `baseUrl`, which is parsed, or else at the host's own. */
function toFrame(
  client: DashboardClient,
  { token, expiresIn, baseUrl }: Required<TokenGrant>,
  options: TagOptions & Pick<RenderedFrame, 'choice'>,
): RenderedFrame {
  const address = client.displayUrl(token, options);
  const src = (options.baseUrl || baseUrl) + address.slice(baseUrl.length);
  return { src, expiresIn, choice: options.choice };
}
