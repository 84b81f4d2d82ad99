import type { RawData } from 'ws';

export type ProtocolVersion = '1.0.0' | '2.0.0';
export type Payload = Readonly<Record<string, unknown>>;
/** One Phoenix message. */
export type Frame = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: Payload;
};

const USER_BROADCAST_PUSH = 3;
const JSON_ENCODING = 1;
const HEADER_BYTES = 7;

export const isPayload = (value: unknown): value is Payload => typeof value === 'object' && value !== null && !Array.isArray(value);
const reference = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

function frame([joinRef, ref, topic, event, payload]: readonly unknown[]): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  return { joinRef: reference(joinRef), ref: reference(ref), topic, event, payload: isPayload(payload) ? payload : {} };
}

/** The message of a WebSocket frame, or null for anything that is none. */
export function decodeFrame(data: RawData, isBinary: boolean, version: ProtocolVersion): Frame | null {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
  try {
    if (isBinary) return version === '2.0.0' ? decodeBroadcastPush(bytes) : null;
    const message: unknown = JSON.parse(bytes.toString('utf8'));
    if (version === '2.0.0') return Array.isArray(message) ? frame(message) : null;
    if (!isPayload(message)) return null;
    return frame([message['join_ref'], message['ref'], message['topic'], message['event'], message['payload']]);
  } catch {
    return null;
  }
}

/** realtime-js sends broadcasts of protocol 2 as: kind, five lengths, encoding, then the five texts and the payload. */
function decodeBroadcastPush(bytes: Buffer): Frame | null {
  if (bytes.length < HEADER_BYTES || bytes[0] !== USER_BROADCAST_PUSH) return null;
  let offset = HEADER_BYTES;
  const texts = [1, 2, 3, 4, 5].map((index) => {
    const start = offset;
    offset += bytes[index] ?? 0;
    return bytes.toString('utf8', start, offset);
  });
  if (offset > bytes.length) return null;
  const [joinRef = '', ref = '', topic = '', event = ''] = texts;
  const isJson = bytes[6] === JSON_ENCODING;
  const payload: unknown = isJson ? JSON.parse(bytes.toString('utf8', offset) || '{}') : undefined;
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: { type: 'broadcast', event, payload } };
}

/** A message as text in the client's protocol. */
export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: ProtocolVersion): string {
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}
