import type { DeviceDatabase, KnownCompany } from '#data/device/device-database.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { AppError } from '#domain/errors.ts';
import { sleep, systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import type { Log } from '#platform/log/log.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { requestError } from './request-error.ts';
import { type ChoiceStores, chooseCompany, forgetCompany, keepForNewTabs, rememberCompany } from './current-company.ts';
import type { SessionService } from './session-service.ts';
import { withDevice } from '#data/device/with-device.ts';

/** `loading` only until this device or the server has said which companies there are. */
export type CompanyChoice = {
  readonly status: 'loading' | 'ready';
  readonly companies: readonly KnownCompany[];
  readonly current: KnownCompany | null;
  /** Why the list could not be refreshed; the one on this device stays usable. */
  readonly error: AppError | null;
};
export type NewCompany = {
  readonly name: string;
  readonly settings?: Partial<CompanySettings>;
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal;
};

type Parts = {
  session: Pick<SessionService, 'getSnapshot' | 'subscribe' | 'keepDatabasesOf'>;
  stores: ChoiceStores;
  client: () => Promise<SupabaseClient>;
  /** Resolves when a question may be asked that nobody waits for. */
  afterFirstPage(): Promise<void>;
  log: Log;
  /** Takes a company one no longer belongs to off this device, unsynced work included. */
  removeCompany(target: { userId: string; companyId: string }): Promise<void>;
  /** The server has said which companies there are; `listed` are those and the ones that this device has unsynced work of. */
  onListed(userId: string, listed: readonly string[]): void;
};

const NOTHING_YET: CompanyChoice = { status: 'loading', companies: [], current: null, error: null };

/** Follows the session: on sign-in the list comes from the device at once and from the server as soon as it answers. */
export function createCompanyChoice({ session, stores, client, afterFirstPage, log, removeCompany, onListed }: Parts) {
  let state = NOTHING_YET;
  let userId: string | null = null;
  /** How often somebody went to a company or out of one; what the list decides by itself is no such step. */
  let steps = 0;
  const listeners = new Set<() => void>();
  const publish = (next: CompanyChoice) => {
    state = next;
    for (const listener of listeners) listener();
  };

  function follow(): void {
    const snapshot = session.getSnapshot();
    const now = snapshot.status === 'signed_in' ? snapshot.user.id : null;
    if (now === userId) return;
    userId = now;
    publish(NOTHING_YET);
    if (now) void load(now);
  }

  async function load(user: string): Promise<void> {
    try {
      await session.keepDatabasesOf(user);
      const isKnown = await withDevice(user, async (device) => {
        const known = await device.companies.toArray();
        if (user !== userId || known.length === 0) return false;
        settle(user, known, null);
        await sleep(systemClock, 0); // whoever opens the company now goes on with this database, instead of opening it anew
        return true;
      });
      if (user !== userId) return;
      if (isKnown) await afterFirstPage();
    } catch (error) {
      log.warn('session.companies_unreadable', { error });
    }
    await refresh();
  }

  /** Keeps the current company while it is available; the rule of spec §4 decides otherwise. */
  function settle(user: string, companies: readonly KnownCompany[], error: AppError | null): void {
    const sorted = [...companies].sort(byName);
    const kept = sorted.find((company) => company.id === state.current?.id);
    const id = kept?.id ?? chooseCompany(stores, user, sorted);
    publish({ status: 'ready', companies: sorted, current: sorted.find((company) => company.id === id) ?? null, error });
  }

  const notKept = (error: unknown): void => log.warn('session.companies_not_kept', { error });

  async function refresh(): Promise<void> {
    const user = userId;
    if (!user) return;
    try {
      const api = await client();
      const authorization = `Bearer ${await tokenOf(api, user)}`;
      const request = api.from('companies').select('id,name,logo_path').order('name');
      const { data, error, status } = await request.setHeader('Authorization', authorization);
      if (error) throw requestError(error, status);
      await tokenOf(api, user); // somebody else may have signed in meanwhile, and this user's databases be gone
      if (user !== userId) return;
      const companies = await withDevice(user, (device) => replaceAll(device, data)).catch((cause: unknown) => {
        notKept(cause); // the list is known all the same
        return [...data, ...state.companies.filter((company) => company.is_former)];
      });
      if (user !== userId) return;
      settle(user, companies, null);
      onListed(
        user,
        companies.map(({ id }) => id),
      );
    } catch (cause) {
      if (user === userId) publish({ ...state, status: 'ready', error: requestError(cause) });
    }
  }

  function select(companyId: string): void {
    const current = state.companies.find((company) => company.id === companyId);
    // One that has just come about is unknown as long as the list can't be had.
    if (!current || !userId) throw state.error ?? new AppError('not_found');
    steps += 1;
    rememberCompany(stores, userId, companyId);
    publish({ ...state, current });
  }

  function stillHere(): () => boolean {
    const [user, step] = [userId, steps];
    return () => user === userId && step === steps;
  }

  /**
   * For what is waited for: opens the company that came of it. Who went elsewhere meanwhile (`signal`, or another company) types there, and stays. Says
   * whether it is open.
   */
  function awaiting(signal?: AbortSignal): (companyId: string) => boolean {
    const isStill = stillHere();
    return (companyId) => {
      if (state.current?.id === companyId) return true; // the only one there is was chosen by itself
      if (signal?.aborted || !isStill()) return false;
      select(companyId);
      return true;
    };
  }

  /** Back to the picker; the stored choice is cleared. */
  function leave(): void {
    steps += 1;
    forgetCompany(stores);
    publish({ ...state, current: null });
  }

  /** For the end of the open company, which is waited for: back to the picker, but not for whoever went elsewhere meanwhile. Says whether. */
  function leaving(): () => boolean {
    const isStill = stillHere();
    return () => {
      if (!isStill()) return false;
      leave();
      return true;
    };
  }

  session.subscribe(follow);
  follow();
  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    select,
    awaiting,
    /** A person does something in this tab. */
    used: (): void => {
      if (userId && state.current) keepForNewTabs(stores, userId, state.current.id);
    },
    leave,
    leaving,
    /** Drops what is left of a company one no longer belongs to. Only ever a person's act. */
    async discard(companyId: string): Promise<void> {
      const user = userId;
      if (!user || !state.companies.some((company) => company.id === companyId)) throw new AppError('not_found');
      await removeCompany({ userId: user, companyId });
      if (user !== userId) return;
      settle(
        user,
        state.companies.filter((company) => company.id !== companyId),
        state.error,
      );
    },
    /** Creates a company with the signed-in user as its owner and opens it, see `awaiting`. Needs a connection. */
    async create({ name, settings = {}, signal }: NewCompany): Promise<KnownCompany & { readonly isOpen: boolean }> {
      const user = userId;
      if (!user) throw new AppError('not_signed_in');
      const company: KnownCompany = { id: newId(), name: name.trim(), logo_path: null, is_owner: true, is_admin: true };
      if (!company.name) throw new AppError('invalid_input', { issues: [{ path: 'name', message: 'required' }] });
      const open = awaiting(signal);
      let api: SupabaseClient;
      try {
        api = await client();
        const { error, status } = await api.rpc('create_company', { p_id: company.id, p_name: company.name, p_settings: settings });
        if (error) throw requestError(error, status);
      } catch (cause) {
        throw requestError(cause);
      }
      // The server has it: were a full disk reported as a failure, the person would make it again. Whose session has ended may have no database any more.
      await tokenOf(api, user)
        .then(() => withDevice(user, (device) => device.companies.put(company)))
        .catch(notKept);
      if (user !== userId) return { ...company, isOpen: false };
      publish({ ...state, companies: [...state.companies, company].sort(byName) });
      return { ...company, isOpen: open(company.id) };
    },
  };
}

/** Those one still belongs to first. */
const byName = (a: KnownCompany, b: KnownCompany): number =>
  Number(a.is_former ?? false) - Number(b.is_former ?? false) || a.name.localeCompare(b.name);

/** The access token, only if the browser's session (shared by all tabs) is still this user's. */
async function tokenOf({ auth }: SupabaseClient, userId: string): Promise<string> {
  const { data, error } = await auth.getSession();
  if (data.session?.user.id === userId) return data.session.access_token;
  throw error ? requestError(error) : new AppError('not_signed_in');
}

/** Stores the server's list; a company that is missing there stays, marked, as long as this device has unsynced work of it (SYNC-20). */
function replaceAll(device: DeviceDatabase, members: readonly KnownCompany[]): Promise<KnownCompany[]> {
  const { companies, outbox, issues, receipts, mails, drafts } = device;
  return device.transaction('rw', [companies, outbox, issues, receipts, mails, drafts], async () => {
    const known = new Map((await companies.toArray()).map((company) => [company.id, company]));
    const owners = await Promise.all([outbox, issues, receipts, mails, drafts].map((table) => table.orderBy('company_id').uniqueKeys()));
    const current = new Set(members.map(({ id }) => id));
    const former = [...new Set(owners.flat().map(String))].filter((id) => !current.has(id));
    const left = former.map((id) => ({ ...(known.get(id) ?? { id, name: '', logo_path: null }), is_former: true }));
    const all = [...members, ...left];
    await companies.clear();
    await companies.bulkPut(all);
    return all;
  });
}
