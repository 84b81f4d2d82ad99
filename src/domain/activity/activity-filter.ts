import { addDays } from '#domain/dates/calendar.ts';
import type { ActivityEntry } from './activity-entry.ts';

/** What a person can ask the history for: verbs that mean the same to them are one kind. */
export const ACTIVITY_KINDS = {
  created: ['created', 'generated'],
  updated: ['updated', 'not_sent', 'generation_failed'],
  deleted: ['deleted', 'payment_deleted'],
  decided: ['approved', 'rejected', 'reimbursed', 'reopened', 'resubmitted', 'status_overridden'],
  invoiced: ['issued', 'sent', 'cancelled', 'corrected'],
  paid: ['unpaid', 'partially_paid', 'paid', 'overpaid'],
  access: ['invited', 'revoked', 'declined', 'access_changed', 'ownership_transferred'],
  noted: [
    'note',
    'exported',
    'imported',
    'procedure_described',
    'numbers_taken',
    'numbers_returned',
    'numbers_lost',
    'numbers_found',
    'deletion_asked',
    'deletion_taken_back',
  ],
} as const satisfies Record<string, readonly string[]>;
export type ActivityKind = keyof typeof ACTIVITY_KINDS;

export type ActivityFilter = {
  readonly actorId: string | null;
  readonly kind: ActivityKind | null;
  /** Name of a collection. */
  readonly entity: string | null;
  readonly isRecent: boolean;
};
export const EVERY_ACTIVITY: ActivityFilter = { actorId: null, kind: null, entity: null, isRecent: false };

/** Spec §9: recent logs cover the last 7 days. */
export const RECENT_DAYS = 7;

/** The first instant that counts as recent; compared as instants, whatever their offsets. */
export const recentSince = (now: Date): string => `${addDays(now.toISOString().slice(0, 10), -RECENT_DAYS)}${now.toISOString().slice(10)}`;

export function passesActivityFilter(entry: ActivityEntry, filter: ActivityFilter, now: Date): boolean {
  const kinds: readonly string[] | null = filter.kind && ACTIVITY_KINDS[filter.kind];
  return (
    (filter.actorId === null || entry.actor_id === filter.actorId) &&
    (kinds === null || kinds.includes(entry.type)) &&
    (filter.entity === null || entry.entity_type === filter.entity) &&
    (!filter.isRecent || Date.parse(entry.created_at) >= Date.parse(recentSince(now)))
  );
}

export const isActivityNarrowed = (filter: ActivityFilter): boolean =>
  filter.actorId !== null || filter.kind !== null || filter.entity !== null || filter.isRecent;
