import { entityNamed } from '#domain/registry.ts';

/** What the history names although no device holds it. */
const OTHERS: Readonly<Record<string, string>> = {
  invites: '/settings/user-management',
  mail_settings: '/settings/mail',
  bank_accounts: '/settings/bank-accounts',
};

/** All delivery notes, with one of them open. */
export const deliveryNotePath = (id: string): string => `/finance/invoices/delivery-notes?note=${id}`;

/** Where a record of a collection is shown, or null. What has no page of its own is shown on the page of all. */
export function recordPath(collection: string, id: string): string | null {
  if (collection === 'delivery_notes') return deliveryNotePath(id);
  const page = entityNamed(collection)?.page;
  if (!page) return OTHERS[collection] ?? null;
  return page.isPerRecord ? `${page.path}/${id}` : page.path;
}
