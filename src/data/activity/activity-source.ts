import * as z from 'zod/mini';
import { outboxKey } from '#data/changes/outbox-row.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readPage } from '#data/core/pages.ts';
import { requestError } from '#data/session/request-error.ts';
import { type ActivityEntry, activityEntrySchema } from '#domain/activity/activity-entry.ts';
import { ACTIVITY_KINDS, type ActivityFilter, passesActivityFilter, recentSince } from '#domain/activity/activity-filter.ts';
import { AppError } from '#domain/errors.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

export type ActivityRange = { readonly filter: ActivityFilter; readonly offset: number; readonly limit: number; readonly now: Date };

/** Where the history is read: all of it on the server, its newest part on the device. */
export type ActivitySource = {
  read(range: ActivityRange): Promise<ActivityEntry[]>;
  /** Null when it is gone, or not for this person. */
  readOne(id: string): Promise<ActivityEntry | null>;
};

export type DeviceActivity = ActivitySource & {
  /** Those of the entries that the server has not been told yet. */
  unsent(entries: readonly ActivityEntry[]): Promise<readonly ActivityEntry[]>;
};

export type RecordRef = { readonly type: string; readonly id: string };

/** The newest entries about one record, as the server has them: a device keeps the company's newest 200 only. */
export async function serverHistoryOf(
  client: () => Promise<SupabaseClient>,
  companyId: string,
  { type, id, limit }: RecordRef & { readonly limit: number },
): Promise<ActivityEntry[]> {
  const { data, error, status } = await (
    await client()
  )
    .from('activity_log')
    .select(COLUMNS)
    .eq('company_id', companyId)
    .eq('entity_type', type)
    .eq('entity_id', id)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(0, limit - 1);
  if (error) throw withText(requestError(error, status), error.message);
  return rowsSchema.parse(data);
}

const rowsSchema = z.array(activityEntrySchema);
const COLUMNS = Object.keys(activityEntrySchema.shape).join(',');

/** Rows of `activity_log`, newest first, in ranges (spec §7). AppError `no_company` without a company; others carry the server's own words as `text`. */
export function serverActivity(client: () => Promise<SupabaseClient>, companyId: string | null): ActivitySource {
  const connect = () => {
    if (companyId === null) throw new AppError('no_company');
    return client();
  };
  // A query sends itself when it is awaited, so it is not handed out by an async function.
  const rowsOf = (connected: SupabaseClient) => connected.from('activity_log').select(COLUMNS).eq('company_id', companyId);
  return {
    async read({ filter, offset, limit, now }) {
      let query = rowsOf(await connect());
      if (filter.actorId !== null) query = query.eq('actor_id', filter.actorId);
      if (filter.kind !== null) query = query.in('type', [...ACTIVITY_KINDS[filter.kind]]);
      if (filter.entity !== null) query = query.eq('entity_type', filter.entity);
      if (filter.isRecent) query = query.gte('created_at', recentSince(now));
      const ordered = query.order('created_at', { ascending: false }).order('id', { ascending: false });
      const { data, error, status } = await ordered.range(offset, offset + limit - 1);
      if (error) throw withText(requestError(error, status), error.message);
      return rowsSchema.parse(data);
    },
    async readOne(id) {
      const { data, error, status } = await rowsOf(await connect())
        .eq('id', id)
        .maybeSingle();
      if (error) throw withText(requestError(error, status), error.message);
      return data === null ? null : activityEntrySchema.parse(data);
    },
  };
}

/** The entries that this device keeps. */
export function deviceActivity(db: CompanyDatabase): DeviceActivity {
  return {
    async read({ filter, offset, limit, now }) {
      const sort = { field: 'created_at', direction: 'desc' } as const;
      const kept = await readPage<ActivityEntry>(db.collections.activity_log, { sort, limit: KEPT_AT_MOST });
      return kept.filter((entry) => passesActivityFilter(entry, filter, now)).slice(offset, offset + limit);
    },
    async readOne(id) {
      return (await db.collections.activity_log.findOne(id).exec())?.toMutableJSON() ?? null;
    },
    async unsent(entries) {
      const waiting = await db.device.outbox.bulkGet(entries.map(({ id }) => outboxKey('activity_log', id)));
      return entries.filter((_, place) => waiting[place]);
    },
  };
}

/** A first load brings 200; what happens afterwards stays. */
const KEPT_AT_MOST = 5_000;

const withText = (error: AppError, text: string): AppError => new AppError(error.code, { ...error.data, text }, { cause: error });
