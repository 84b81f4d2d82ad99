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
    // Binary frames carry broadcasts only, which this server does not take.
    if (isBinary) return null;
    const message: unknown = JSON.parse(bytes.toString('utf8'));
    if (version === '2.0.0') return Array.isArray(message) ? frame(message) : null;
    if (!isPayload(message)) return null;
    return frame([message['join_ref'], message['ref'], message['topic'], message['event'], message['payload']]);
  } catch {
    return null;
  }
}

/** A message as text in the client's protocol. */
export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: ProtocolVersion): string {
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}
