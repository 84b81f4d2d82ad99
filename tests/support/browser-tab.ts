import WebSocket from 'ws';
import { createSessionService, type SessionService } from '#data/session/session-service.ts';
import { NOTHING_UNSYNCED } from '#data/session/unsynced-work.ts';
import { openTabChannel } from '#data/tabs/tab-messages.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { createSupabaseClient, type SupabaseClient } from '#platform/supabase/client.ts';
import { readStoredSession, SESSION_KEY } from '#platform/supabase/stored-session.ts';

export type Browser = {
  /** The cookies all tabs share. */
  readonly cookies: Map<string, string>;
  /** Opens a tab: a client and a session of its own. */
  tab(options?: { fetch?: typeof fetch }): Promise<Tab>;
  close(): Promise<void>;
};
export type Tab = { readonly session: SessionService; readonly client: SupabaseClient };

/** A browser in front of a running backend: the real client library on a cookie jar, the real session, no databases. */
export function openBrowser({ url, anonKey }: { url: string; anonKey: string }): Browser {
  const cookies = new Map<string, string>();
  const opened: Tab[] = [];
  const jar = {
    getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
    setAll: (changes: { name: string; value: string }[]) =>
      changes.forEach(({ name, value }) => (value ? cookies.set(name, value) : cookies.delete(name))),
  };
  const removeStored = () => [...cookies.keys()].filter((name) => name.startsWith(SESSION_KEY)).forEach((name) => cookies.delete(name));
  return {
    cookies,
    async tab({ fetch: send = fetch } = {}) {
      const config = { supabaseUrl: url, supabaseAnonKey: anonKey };
      const client = await createSupabaseClient(config, {
        cookies: jar,
        fetch: send,
        realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
      });
      const session = createSessionService({
        clock: systemClock,
        log: createLog(() => undefined),
        client: () => Promise.resolve(client),
        afterFirstPage: () => Promise.resolve(),
        readStored: () => readStoredSession(cookies),
        removeStored,
        openChannel: openTabChannel,
        unsyncedWorkOf: () => Promise.resolve(NOTHING_UNSYNCED),
        giveBackNumbers: () => Promise.resolve(true),
        usersOnDevice: () => Promise.resolve([]),
        emailOnDevice: () => '',
        closeDatabases: () => Promise.resolve(),
        markWipe: () => undefined,
        takeBackWipe: () => Promise.resolve(),
        finishWipes: () => Promise.resolve(true),
        clearStorage: () => undefined,
      });
      await session.start();
      const tab = { session, client };
      opened.push(tab);
      return tab;
    },
    async close() {
      for (const { session, client } of opened) {
        session.stop();
        void client.auth.stopAutoRefresh(); // may wait for a refresh that gets no answer
        await client.removeAllChannels();
      }
    },
  };
}
