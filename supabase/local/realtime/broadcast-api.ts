import { isPayload } from './frames.ts';
import type { Hub } from './hub.ts';

const PREFIX = '/realtime/v1/api/broadcast';
const MESSAGES_MAX = 100;
const refuse = (status: number, error: string): Response => Response.json({ error }, { status });

/** `POST /api/broadcast` (a batch) and `POST /api/broadcast/<topic>/events/<event>` (one message), as realtime-js sends them without a socket. */
export async function broadcastOverHttp(request: Request, hub: Hub): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== 'POST' || !url.pathname.startsWith(PREFIX)) return refuse(404, 'Not found');
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return refuse(422, 'The body must be JSON');
  }
  const single = /^\/([^/]+)\/events\/([^/]+)$/.exec(url.pathname.slice(PREFIX.length));
  const messages: readonly unknown[] = single
    ? [
        {
          topic: decodeURIComponent(single[1] ?? ''),
          event: decodeURIComponent(single[2] ?? ''),
          payload: body,
          private: url.searchParams.get('private') === 'true',
        },
      ]
    : isPayload(body) && Array.isArray(body['messages'])
      ? body['messages']
      : [];
  if (messages.length === 0 || messages.length > MESSAGES_MAX) return refuse(422, `Between 1 and ${MESSAGES_MAX} messages are needed`);
  const valid = messages.filter(
    (message) => isPayload(message) && typeof message['topic'] === 'string' && typeof message['event'] === 'string',
  );
  if (valid.length < messages.length) return refuse(422, 'A message needs a topic and an event');
  if (valid.some((message) => isPayload(message) && message['private'] === true))
    return refuse(422, 'Private channels are not supported by this server');
  for (const message of valid) {
    if (!isPayload(message)) continue;
    hub.broadcast(`realtime:${String(message['topic'])}`, {
      type: 'broadcast',
      event: message['event'],
      payload: message['payload'] ?? {},
    });
  }
  return new Response(null, { status: 202 });
}
