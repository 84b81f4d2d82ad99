import type { WebSocket } from 'ws';
import type { Caller } from '#local/db/port.ts';
import { verifyAccessToken } from '#local/gateway/access-token.ts';
import { decodeFrame, encodeFrame, type Frame, isPayload, type Payload, type ProtocolVersion } from './frames.ts';
import type { Channel, Hub } from './hub.ts';
import type { Subscription } from './change-feed.ts';
import { parseJoin, subscriptionFault } from './join-request.ts';
import type { LookUpTable } from './table-facts.ts';

export type ConnectionDeps = {
  readonly hub: Hub;
  readonly lookUpTable: LookUpTable;
  readonly jwtSecret: string;
  readonly now: () => Date;
  /** Resolves once changes of these tables are heard: no subscription is confirmed before. */
  readonly hear: (subscriptions: readonly Subscription[]) => Promise<void>;
};

const CHANNELS_MAX = 100;
const WAITING_FRAMES_MAX = 1000;
/** A client that does not read is cut off; it reconnects and pulls what it missed. */
const UNSENT_MAX_BYTES = 4 * 1024 * 1024;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
let lastSubscriptionId = 0;

/** Speaks Phoenix over one socket until it closes. `apiKeyCaller` is who the client is before it sends a token. */
export function serveConnection(socket: WebSocket, version: ProtocolVersion, apiKeyCaller: Caller, deps: ConnectionDeps): void {
  const { hub, lookUpTable, jwtSecret, now, hear } = deps;
  const channels = new Map<string, Channel>();
  let waiting = 0;
  let queue = Promise.resolve();

  const send = (frame: Frame): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > UNSENT_MAX_BYTES) socket.close(TRY_AGAIN_LATER, 'too slow');
    else socket.send(encodeFrame(frame, version));
  };
  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: Payload = {}): void =>
    send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  const system = (topic: string, extension: string, status: 'ok' | 'error', message: string): void =>
    send({
      joinRef: null,
      ref: null,
      topic,
      event: 'system',
      payload: { channel: topic.replace(/^realtime:/, ''), extension, status, message },
    });

  const callerOf = async (token: unknown): Promise<Caller | { readonly reason: string }> => {
    if (typeof token !== 'string' || token === '') return apiKeyCaller;
    const verdict = await verifyAccessToken(token, jwtSecret, now());
    return verdict.ok ? { role: verdict.claims.role, claims: verdict.claims } : { reason: `InvalidJWTToken: ${verdict.message}` };
  };
  const leave = (channel: Channel): void => {
    hub.leave(channel);
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
  };

  const join = async (frame: Frame): Promise<void> => {
    const { topic } = frame;
    const caller = await callerOf(frame.payload['access_token']);
    if ('reason' in caller) return reply(frame, 'error', caller);
    const request = parseJoin(frame.payload, lastSubscriptionId + 1);
    if ('reason' in request) return reply(frame, 'error', request);
    lastSubscriptionId += request.subscriptions.length;
    const before = channels.get(topic);
    if (before) leave(before);
    if (channels.size >= CHANNELS_MAX) return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    await hear(request.subscriptions);
    if (socket.readyState !== socket.OPEN) return;
    const channel: Channel = {
      ...request,
      topic,
      joinRef: frame.joinRef,
      caller,
      push: (event, payload) => send({ joinRef: null, ref: null, topic, event, payload }),
      expel(reason) {
        system(topic, 'system', 'error', reason);
        leave(channel);
        send({ joinRef: channel.joinRef, ref: channel.joinRef, topic, event: 'phx_close', payload: {} });
      },
    };
    channels.set(topic, channel);
    hub.join(channel);
    reply(frame, 'ok', { postgres_changes: request.echoed });
    if (request.subscriptions.length === 0) return;
    const faults = await Promise.all(
      request.subscriptions.map((subscription) => subscriptionFault(subscription, caller.role, lookUpTable)),
    );
    const fault = faults.find((found) => found !== null);
    if (fault) system(topic, 'postgres_changes', 'error', `Unable to subscribe to changes with given parameters: ${fault}`);
    else system(topic, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  };

  const handlers: Readonly<Record<string, (frame: Frame, channel: Channel) => void | Promise<void>>> = {
    phx_leave(frame, channel) {
      leave(channel);
      reply(frame, 'ok');
      send({ joinRef: channel.joinRef, ref: channel.joinRef, topic: frame.topic, event: 'phx_close', payload: {} });
    },
    async access_token(frame, channel) {
      const caller = await callerOf(frame.payload['access_token']);
      if ('reason' in caller) channel.expel(caller.reason);
      else channel.caller = caller;
    },
  };

  const handle = async (frame: Frame): Promise<void> => {
    if (frame.topic === 'phoenix') return reply(frame, frame.event === 'heartbeat' ? 'ok' : 'error');
    if (frame.event === 'phx_join') return join(frame);
    const channel = channels.get(frame.topic);
    if (!channel) return reply(frame, 'error', { reason: 'unmatched topic' });
    const handler = Object.hasOwn(handlers, frame.event) ? handlers[frame.event] : undefined;
    if (handler) await handler(frame, channel);
    else reply(frame, 'error', { reason: `${frame.event} is not supported by this server` });
  };

  socket.on('message', (data, isBinary) => {
    const frame = decodeFrame(data, isBinary, version);
    if (!frame || !isPayload(frame.payload)) return socket.close(POLICY_VIOLATION, 'malformed message');
    waiting += 1;
    if (waiting > WAITING_FRAMES_MAX) return socket.close(POLICY_VIOLATION, 'too many messages');
    // One at a time, in the order sent: a leave must not overtake its join.
    queue = queue
      .then(() => handle(frame))
      .catch(() => reply(frame, 'error', { reason: 'Internal error' }))
      .finally(() => {
        waiting -= 1;
      });
  });
  socket.on('close', () => {
    for (const channel of channels.values()) hub.leave(channel);
    channels.clear();
  });
  // A protocol error closes the socket by itself; without a listener it would end the process.
  socket.on('error', () => undefined);
}
