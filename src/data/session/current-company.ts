import type { KeyValueStore } from '#platform/storage/web-storage.ts';

/** Keys of spec §4; sign-out keeps them, and they count only for the user they were stored by. */
export const COMPANY_KEY = 'current_company_id';
export const USER_KEY = 'current_user_id';

/** Where a choice is kept: by each tab for itself, so that it stays in its company when it is loaded anew, and beside it for the tabs to come. */
export type ChoiceStores = { readonly tab: KeyValueStore; readonly shared: KeyValueStore };
type Available = { readonly id: string; readonly is_former?: boolean };

/**
 * The company to work in: this tab's, else that of the tab that was used last. A choice counts only if the stored user is the signed-in one and the company is
 * still available, otherwise it is cleared; the only company one is a member of is chosen by itself.
 */
export function chooseCompany({ tab, shared }: ChoiceStores, userId: string, available: readonly Available[]): string | null {
  for (const store of [tab, shared]) {
    const stored = store.get(COMPANY_KEY);
    if (stored !== null && store.get(USER_KEY) === userId && available.some((company) => company.id === stored)) {
      keep(tab, userId, stored);
      return stored;
    }
    forget(store);
  }
  const [only, ...others] = available.filter((company) => company.is_former !== true);
  if (!only || others.length > 0) return null;
  rememberCompany({ tab, shared }, userId, only.id);
  return only.id;
}

export function rememberCompany({ tab, shared }: ChoiceStores, userId: string, companyId: string): void {
  for (const store of [tab, shared]) keep(store, userId, companyId);
}

/** Tabs to come open the company of the tab that was used last: a link that is opened in a tab of its own leads into the books it stood in. */
export function keepForNewTabs({ shared }: ChoiceStores, userId: string, companyId: string): void {
  if (shared.get(COMPANY_KEY) !== companyId || shared.get(USER_KEY) !== userId) keep(shared, userId, companyId);
}

export function forgetCompany({ tab, shared }: ChoiceStores): void {
  for (const store of [tab, shared]) forget(store);
}

function keep(store: KeyValueStore, userId: string, companyId: string): void {
  store.set(COMPANY_KEY, companyId);
  store.set(USER_KEY, userId);
}

function forget(store: KeyValueStore): void {
  store.remove(COMPANY_KEY);
  store.remove(USER_KEY);
}
