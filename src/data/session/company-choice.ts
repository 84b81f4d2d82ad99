import type { DeviceDatabase, KnownCompany } from '#data/device/device-database.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { AppError } from '#domain/errors.ts';
import { newId } from '#platform/ids/ids.ts';
import type { Log } from '#platform/log/log.ts';
import type { KeyValueStore } from '#platform/storage/web-storage.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { requestError } from './request-error.ts';
import { chooseCompany, forgetCompany, rememberCompany } from './current-company.ts';
import type { SessionService } from './session-service.ts';
import { withDevice } from './with-device.ts';

/** `loading` only until this device or the server has said which companies there are. */
export type CompanyChoice = {
  readonly status: 'loading' | 'ready';
  readonly companies: readonly KnownCompany[];
  readonly current: KnownCompany | null;
  /** Why the list could not be refreshed; the one on this device stays usable. */
  readonly error: AppError | null;
};
export type NewCompany = { readonly name: string; readonly settings?: Partial<CompanySettings> };

type Parts = { session: SessionService; store: KeyValueStore; client: () => Promise<SupabaseClient>; log: Log };

const NOTHING_YET: CompanyChoice = { status: 'loading', companies: [], current: null, error: null };

/** Follows the session: on sign-in the list comes from the device at once and from the server as soon as it answers. */
export function createCompanyChoice({ session, store, client, log }: Parts) {
  let state = NOTHING_YET;
  let userId: string | null = null;
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
      const known = await withDevice(user, (device) => device.companies.toArray());
      if (user !== userId) return;
      if (known.length > 0) settle(user, known, null);
    } catch (error) {
      log.warn('session.companies_unreadable', { error });
    }
    await refresh();
  }

  /** Keeps the current company while it is available; the rule of spec §4 decides otherwise. */
  function settle(user: string, companies: readonly KnownCompany[], error: AppError | null): void {
    const sorted = [...companies].sort((a, b) => a.name.localeCompare(b.name));
    const kept = sorted.find((company) => company.id === state.current?.id);
    const id = kept?.id ?? chooseCompany(store, user, sorted);
    publish({ status: 'ready', companies: sorted, current: sorted.find((company) => company.id === id) ?? null, error });
  }

  async function refresh(): Promise<void> {
    const user = userId;
    if (!user) return;
    try {
      const { data, error, status } = await (await client()).from('companies').select('id,name,logo_path').order('name');
      if (error) throw requestError(error, status);
      if (user !== userId) return;
      const companies = data as KnownCompany[];
      await withDevice(user, (device) => replaceAll(device, companies));
      if (user === userId) settle(user, companies, null);
    } catch (cause) {
      if (user === userId) publish({ ...state, status: 'ready', error: requestError(cause) });
    }
  }

  function select(companyId: string): void {
    const current = state.companies.find((company) => company.id === companyId);
    if (!current || !userId) throw new AppError('not_found');
    rememberCompany(store, userId, companyId);
    publish({ ...state, current });
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
    /** Back to the picker; the stored choice is cleared. */
    leave: (): void => {
      forgetCompany(store);
      publish({ ...state, current: null });
    },
    /** Creates a company with the signed-in user as its owner and opens it. Needs a connection. */
    async create({ name, settings = {} }: NewCompany): Promise<KnownCompany> {
      const user = userId;
      if (!user) throw new AppError('not_signed_in');
      const company: KnownCompany = { id: newId(), name: name.trim(), logo_path: null, is_owner: true, is_admin: true };
      if (!company.name) throw new AppError('invalid_input', { issues: [{ path: 'name', message: 'required' }] });
      try {
        const { error, status } = await (
          await client()
        ).rpc('create_company', { p_id: company.id, p_name: company.name, p_settings: settings });
        if (error) throw requestError(error, status);
      } catch (cause) {
        throw requestError(cause);
      }
      await withDevice(user, (device) => device.companies.put(company));
      publish({ ...state, companies: [...state.companies, company].sort((a, b) => a.name.localeCompare(b.name)) });
      select(company.id);
      return company;
    },
  };
}

function replaceAll(device: DeviceDatabase, companies: readonly KnownCompany[]): Promise<void> {
  return device.transaction('rw', device.companies, async () => {
    await device.companies.clear();
    await device.companies.bulkPut([...companies]);
  });
}
