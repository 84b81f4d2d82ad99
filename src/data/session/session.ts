import { openTabChannel } from '#data/tabs/tab-messages.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { log } from '#platform/log/log.ts';
import { isOnlineHint, isTabVisible, onNetworkChange, onTabUsed, onTabVisible } from '#platform/network/network.ts';
import { forgetSharedFiles } from '#platform/pwa/share-inbox.ts';
import { admitKeys, localStore, sessionStore } from '#platform/storage/web-storage.ts';
import { afterFirstPage } from '#platform/start/first-page.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { storedConfig } from '#platform/supabase/config.ts';
import { readStoredSession, removeStoredSession } from '#platform/supabase/stored-session.ts';
import { createCompanyChoice } from './company-choice.ts';
import { guardForcedClose } from './forced-close.ts';
import { emailOnDevice, rememberPeople } from './known-people.ts';
import { startSessionCheck } from './session-check.ts';
import { createSessionService } from './session-service.ts';
import { guardSharedFiles } from './shared-files-guard.ts';
import { clearBrowserStorage, guardLateWrites } from './sign-out-rule.ts';
import { unsyncedWorkOf } from './unsynced-work.ts';
import { finishWipes, markWipe, takeBackWipe, usersOnDevice } from './wipe.ts';

/** The session of this tab. `app/main.tsx` awaits `session.start()` before the first render. */
export const session = createSessionService({
  clock: systemClock,
  log,
  client: supabaseClient,
  afterFirstPage,
  readStored: readStoredSession,
  removeStored: removeStoredSession,
  openChannel: openTabChannel,
  unsyncedWorkOf,
  usersOnDevice: () => usersOnDevice(),
  emailOnDevice,
  closeDatabases: async (userId) => (await import('#data/opening/company-sessions.ts')).stopCompanySessionsOf(userId),
  async giveBackNumbers(userId) {
    const { giveNumbersBack } = await import('./give-numbers-back.ts');
    return giveNumbersBack(userId);
  },
  markWipe,
  takeBackWipe: (userId) => takeBackWipe(userId),
  finishWipes,
  clearStorage: () => clearBrowserStorage(localStore, sessionStore),
});

guardLateWrites({ session, local: localStore, tab: sessionStore, admitKeys });

/** The companies of the signed-in user and the current one. */
export const companyChoice = createCompanyChoice({
  session,
  stores: { tab: sessionStore, shared: localStore },
  client: supabaseClient,
  afterFirstPage,
  log,
  removeCompany: async (target) => (await import('#data/opening/company-sessions.ts')).removeLostCompany(target),
  onListed: (userId, listed) =>
    void forgetRemoved(userId, listed).catch((error: unknown) => log.warn('session.removals_unknown', { error })),
});

async function forgetRemoved(userId: string, listed: readonly string[]): Promise<void> {
  const { askWhetherRemoved, forgetRemovedCompanies } = await import('./removed-companies.ts');
  await forgetRemovedCompanies({
    userId,
    listed,
    wasRemoved: async (copy) => askWhetherRemoved(await (await import('#data/sync/own-client.ts')).ownClient(userId)(), copy),
    removeCopy: async (target) => (await import('#data/opening/company-sessions.ts')).removeCompanyCopy(target),
    clock: systemClock,
    log,
  });
}

guardSharedFiles({ session, store: localStore, forget: forgetSharedFiles });
rememberPeople({ session, store: localStore });
guardForcedClose({ session, page: () => storedConfig()?.forcedClosePage, leave: (page) => location.replace(page) });
startSessionCheck({
  session,
  client: supabaseClient,
  clock: systemClock,
  readStored: readStoredSession,
  isOnline: isOnlineHint,
  isVisible: isTabVisible,
  onReturn: (check) => {
    onNetworkChange((isOnline) => isOnline && check());
    onTabVisible(check);
  },
});

onNetworkChange((isOnline) => isOnline && void companyChoice.refresh());
onTabUsed(companyChoice.used);
