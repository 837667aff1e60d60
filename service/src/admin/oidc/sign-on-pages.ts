import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { SERVICE_ACTORS } from '../../state/service-actors.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { INNER_PAGE } from '../inner-page.ts';
import type { RouteHandlers } from '../routes.ts';
import type { SignOnCode } from '../../telemetry/events.ts';
import { beginProviderSession, toCallers, toLoggedAddress } from '../session-cookie.ts';
import { keepAttempt, takeAttempt } from './attempt-cookie.ts';
import { sendOn } from './send-on.ts';
import { SignOnFailure } from './sign-on-failure.ts';
import type { SingleSignOn } from './single-sign-on.ts';

type Parts = Pick<
  ServiceParts,
  | 'audit'
  | 'sessions'
  | 'devices'
  | 'findCaller'
  | 'signOnSecrets'
  | 'assets'
  | 'url'
  | 'now'
  | 'report'
>;

/** Creates the way to the identity provider, and the way back. */
export function createSignOnPages(parts: Parts, signOn: SingleSignOn) {
  const only = (handler: (context: Context) => Promise<Response>) => async (context: Context) => {
    if (!signOn.isOffered) throw new HTTPException(404);
    return handler(context);
  };
  return {
    'GET /single-sign-on': only((context) => begin(context, parts, signOn)),
    'GET /single-sign-on/callback': only((context) => finish(context, parts, signOn)),
  } satisfies Partial<RouteHandlers>;
}

async function begin(context: Context, parts: Parts, signOn: SingleSignOn): Promise<Response> {
  const { next = '' } = context.req.query();
  const page = INNER_PAGE.test(next) ? next : 'dashboards';
  try {
    const { address, secrets } = await signOn.begin();
    keepAttempt(context, { ...secrets, next: page }, parts);
    return context.redirect(address.href, 303);
  } catch (error) {
    return refuse(context, parts, error, `login?next=${encodeURIComponent(page)}`);
  }
}

/** Ends an attempt. Only the browser that has begun it has its cookie, so nobody can be signed in as somebody else. */
async function finish(context: Context, parts: Parts, signOn: SingleSignOn): Promise<Response> {
  const attempt = takeAttempt(context, parts);
  const next = attempt?.next ?? 'dashboards';
  try {
    if (!attempt) throw new SignOnFailure('no-attempt');
    const person = await signOn.finish(new URL(context.req.url).search, attempt);
    if (!(await beginProviderSession(context, parts, person))) throw new SignOnFailure('removed');
    const address = `../${next}`;
    return await sendOn(context, parts.assets, { title: 'You are signed in', address });
  } catch (error) {
    if (attempt && error instanceof SignOnFailure) await noteRefusal(context, parts, error.code);
    return refuse(context, parts, error, `../login?next=${encodeURIComponent(next)}`);
  }
}

/** Notes a refusal, and not more of one address than of wrong passwords: anybody can send answers of a provider. */
async function noteRefusal(context: Context, parts: Parts, code: SignOnCode): Promise<void> {
  const [caller = ''] = toCallers(context, parts, { nameKey: '', byName: false });
  if (!(await parts.sessions.noteAttempt(`sign-on ${caller}`))) return;
  const after = { code, address: toLoggedAddress([caller]) };
  await parts.audit.add({
    actor: SERVICE_ACTORS.unknown,
    action: 'sign-in-refused',
    companyId: null,
    after,
  });
}

function refuse(context: Context, { report }: Parts, error: unknown, page: string): Response {
  if (!(error instanceof SignOnFailure)) throw error;
  const { code, detail } = error;
  report({ kind: 'sign-on', outcome: 'refused', code, detail });
  return context.redirect(`${page}&sign-on=${code}`, 303);
}
