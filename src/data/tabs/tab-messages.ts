import * as z from 'zod/mini';
import { log } from '#platform/log/log.ts';
import { openBus } from './bus.ts';

const realtimeEventSchema = z.object({
  type: z.literal('realtime-event'),
  table: z.string(),
  event: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  data: z.nullable(z.record(z.string(), z.unknown())),
  id: z.nullable(z.string()),
  payload: z.unknown(),
});
const logoutSchema = z.object({ type: z.literal('logout'), timestamp: z.number() });

/** Cross-tab messages of spec §7. `data` is the new row (the old one after a delete), `payload` the whole change. */
export type RealtimeEventMessage = z.infer<typeof realtimeEventSchema>;
export type LogoutMessage = z.infer<typeof logoutSchema>;
type TabMessage = RealtimeEventMessage | LogoutMessage;

/** Tabs of an older build may still be open: a message that isn't one of ours is dropped, not trusted. */
const tabMessageSchema = z.union([realtimeEventSchema, logoutSchema]);

export type TabChannel = { send(message: TabMessage): void; close(): void };
export type TabListeners = {
  readonly onRealtimeEvent?: (message: RealtimeEventMessage) => void;
  readonly onLogout?: (message: LogoutMessage) => void;
};

export function openTabChannel(name: string, listeners: TabListeners, open: typeof openBus = openBus): TabChannel {
  const bus = open<unknown>(name, (raw) => {
    const parsed = z.safeParse(tabMessageSchema, raw);
    if (!parsed.success) return log.warn('tabs.unknown_message');
    if (parsed.data.type === 'logout') listeners.onLogout?.(parsed.data);
    else listeners.onRealtimeEvent?.(parsed.data);
  });
  return { send: (message) => bus.post(message), close: () => bus.close() };
}

/** Every tab of the app, whoever is signed in. */
export const SESSION_CHANNEL = 'kontor-session';
/** The tabs of one user in one company. */
export const companyChannel = (userId: string, companyId: string) => `kontor-live:${userId}:${companyId}`;
