import { toRelayedResponse } from '../relay/convert.ts';
import type { FromServer, RelayedRequest, RelayedResponse, ToServer } from '../relay/messages.ts';
import type { Destination } from './applications.ts';
import { CookieJar } from './cookie-jar.ts';
import { toServerRequest } from './server-messages.ts';

const NETWORK_ERROR: RelayedResponse = { status: 0, headers: [], body: null };

/**
 * Answers the requests of the service worker from now on. They wait until the applications have started.
 * Until then, nothing has been done for them, so that they can be sent again.
 */
export function serveRequests(
  channel: BroadcastChannel,
  starting: Promise<(url: string) => Destination>,
): void {
  const jar = new CookieJar();
  const pending = new Map<string, AbortController>();
  const post = (message: FromServer): void => channel.postMessage(message);

  const answer = async (request: RelayedRequest, signal: AbortSignal): Promise<RelayedResponse> => {
    const destination = (await starting)(request.url);
    const { url } = destination;
    const response = await destination.answer(
      toServerRequest(request, { url, cookie: jar.header, signal }),
    );
    jar.adopt(response.headers);
    response.headers.delete('Set-Cookie');
    return toRelayedResponse(toSameOriginReferrer(response));
  };

  channel.addEventListener('message', ({ data }: MessageEvent<ToServer>) => {
    const { id } = data;
    if (data.kind === 'abort') return pending.get(id)?.abort();
    const controller = new AbortController();
    pending.set(id, controller);
    post({ kind: 'accepted', id });
    void answer(data.request, controller.signal)
      .catch(() => NETWORK_ERROR)
      .then((response) => {
        pending.delete(id);
        post({ kind: 'answer', id, response });
      });
  });
  post({ kind: 'leading' });
}

/**
 * Lets pages of this origin name themselves to their own server. In requests of service workers, nothing else
 * distinguishes them from pages of other sites.
 */
function toSameOriginReferrer(response: Response): Response {
  if (response.headers.get('Referrer-Policy') === 'no-referrer') {
    response.headers.set('Referrer-Policy', 'same-origin');
  }
  return response;
}
