import type { KeyValueStore } from '#platform/storage/web-storage.ts';

/** Keys of spec §4; sign-out keeps them, and they count only for the user they were stored by. */
export const COMPANY_KEY = 'current_company_id';
export const USER_KEY = 'current_user_id';

type Available = { readonly id: string; readonly is_former?: boolean };

/**
 * The company to work in: the stored one only if the stored user is the signed-in one and the company is still available,
 * otherwise the choice is cleared; the only company one is a member of is chosen by itself.
 */
export function chooseCompany(store: KeyValueStore, userId: string, available: readonly Available[]): string | null {
  const stored = store.get(COMPANY_KEY);
  if (stored !== null && store.get(USER_KEY) === userId && available.some((company) => company.id === stored)) return stored;
  forgetCompany(store);
  const [only, ...others] = available.filter((company) => company.is_former !== true);
  if (!only || others.length > 0) return null;
  rememberCompany(store, userId, only.id);
  return only.id;
}

export function rememberCompany(store: KeyValueStore, userId: string, companyId: string): void {
  store.set(COMPANY_KEY, companyId);
  store.set(USER_KEY, userId);
}

export function forgetCompany(store: KeyValueStore): void {
  store.remove(COMPANY_KEY);
  store.remove(USER_KEY);
}
