import type { ActivityEntry } from './activity-entry.ts';

export type DeletedPayment = { readonly amount: number; readonly currency: string; readonly reason: string };

/** What an entry says about a payment that was deleted; null when it is about something else. */
export function deletedPayment({ type, changes }: Pick<ActivityEntry, 'type' | 'changes'>): DeletedPayment | null {
  if (type !== 'payment_deleted') return null;
  const [amount, currency, reason] = [changes['amount']?.[0], changes['currency']?.[0], changes['reason']?.[1]];
  if (typeof amount !== 'number' || typeof currency !== 'string' || typeof reason !== 'string') return null;
  return { amount, currency, reason };
}
