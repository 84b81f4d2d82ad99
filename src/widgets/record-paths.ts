import { type CollectionName, COLLECTION_NAMES, entityOf } from '#domain/registry.ts';

/** What the history names although no device holds it. */
const OTHERS: Readonly<Record<string, string>> = { invites: '/settings/user-management', mail_settings: '/settings/mail' };
const isEntity = (name: string): name is CollectionName => COLLECTION_NAMES.some((each) => each === name);

/** Where a record of a collection is shown, or null. What has no page of its own is shown on the page of all. */
export function recordPath(collection: string, id: string): string | null {
  if (!isEntity(collection)) return OTHERS[collection] ?? null;
  const { page } = entityOf(collection);
  if (!page) return null;
  return page.isPerRecord ? `${page.path}/${id}` : page.path;
}
