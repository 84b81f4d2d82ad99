import type { Caller, Database } from '#local/db/port.ts';
import type { Log } from '#local/server/log.ts';
import { type ChangeFilter, matchesFilter } from './change-filter.ts';
import type { Payload } from './frames.ts';
import { createPace } from './newest-only.ts';
import type { LookUpTable, TableFacts } from './table-facts.ts';

export type Subscription = {
  readonly id: number;
  readonly event: string;
  readonly schema: string;
  /** `*` = every published table of the schema. */
  readonly table: string;
  readonly filter: ChangeFilter | null;
};
export type Subscriber = {
  readonly caller: Caller;
  readonly subscriptions: readonly Subscription[];
  push(event: string, payload: Payload): void;
};

type Change = {
  readonly schema: string;
  readonly table: string;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** JSON text in PostgreSQL's own order of keys: compared as text. */
  readonly key: string;
  readonly record: Payload | null;
  readonly old: Payload | null;
  readonly at: string;
};
type Delivery = { readonly change: Change; readonly facts: TableFacts; readonly subscriber: Subscriber; readonly ids: readonly number[] };
type Feed = {
  /** Resolves once changes of these tables are heard. */
  hear(subscriptions: readonly Subscription[]): Promise<void>;
  readonly ready: Promise<void>;
  close(): Promise<void>;
};
type FeedDeps = {
  readonly db: Database;
  readonly log: Log;
  readonly lookUpTable: LookUpTable;
  readonly subscribers: () => Iterable<Subscriber>;
  /** Tables (`schema.table`) whose rows change often and count by their newest version only: such a row is told at once, and then in intervals. */
  readonly newestOnly: ReadonlySet<string>;
};

const BATCH = 500;
/** The embedded engine does nothing else meanwhile. */
const PEOPLE_AT_ONCE = 50;
/** NOTIFY can be lost with its connection; nothing waits longer than this. */
const LOOK_AGAIN_MS = 5000;
/** Hosted Supabase's limit; beyond it only short values are sent. */
const RECORD_MAX_CHARS = 1_048_576;
const SHORT_VALUE_CHARS = 64;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads the outbox of changes and hands each one to the subscribers who may see its row. */
export function createChangeFeed({ db, log, lookUpTable, subscribers, newestOnly }: FeedDeps): Feed {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const drain = (): void => {
    again = true;
    running ??= (async () => {
      while (again && !closed) {
        again = false;
        await dispatchDue();
        if ((await dispatchBatch()) === BATCH) again = true;
      }
    })()
      .catch((error: unknown) => log.warn('changes could not be read', { error: error instanceof Error ? error.name : typeof error }))
      .finally(() => {
        running = null;
      });
  };

  // Ids commit out of order: exactly the rows that were read are deleted, never "everything up to the last".
  const dispatchBatch = async (): Promise<number> => {
    const { rows } = await db.query(
      `select id::text, jsonb_build_object('schema', schema_name, 'table', table_name, 'type', op, 'key', pk::text, 'record', record, 'old', old_record,
         'at', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as doc
       from realtime.changes order by changes.id limit ${BATCH}`,
    );
    if (rows.length === 0) return 0;
    const changes = rows.map((row) => JSON.parse(String(row['doc'])) as Change);
    await dispatch(changes.filter((change) => !isPaced(change) || pace.isNow(change)));
    await db.query('delete from realtime.changes where id in (select jsonb_array_elements_text($1::jsonb)::bigint)', [
      JSON.stringify(rows.map((row) => row['id'])),
    ]);
    return rows.length;
  };

  const pace = createPace<Change>(({ schema, table, key }) => JSON.stringify([schema, table, key]), drain);
  // A deletion does not wait.
  const isPaced = ({ schema, table, type }: Change): boolean => type !== 'DELETE' && newestOnly.has(`${schema}.${table}`);
  const dispatchDue = async (): Promise<void> => {
    const due = pace.due();
    try {
      await dispatch(due);
    } catch (error) {
      pace.keep(due);
      throw error;
    }
  };
  const dispatch = async (changes: readonly Change[]): Promise<void> => {
    // Resting begins whatever becomes of it: the next change of the row is told after it.
    const deliveries = await deliveriesOf(changes).catch((error: unknown) => {
      pace.rest(changes, 0);
      throw error;
    });
    pace.rest(changes, deliveries.length);
    const visible = await visibleKeys(deliveries);
    for (const { change, facts, subscriber, ids } of deliveries) {
      const isVisible = change.type === 'DELETE' || visible.get(groupOf(change, subscriber.caller))?.has(change.key) === true;
      if (isVisible) subscriber.push('postgres_changes', { ids, data: payloadOf(change, facts, subscriber.caller) });
    }
  };

  /** Who asked for what of it, whether or not they may see it. */
  const deliveriesOf = async (changes: readonly Change[]): Promise<Delivery[]> => {
    const audience = [...subscribers()];
    const deliveries: Delivery[] = [];
    if (audience.length === 0) return deliveries;
    for (const change of changes) {
      const facts = await lookUpTable(change.schema, change.table);
      if (!facts) continue;
      for (const subscriber of audience) {
        const ids = interestedIds(subscriber, change, facts);
        if (ids.length > 0) deliveries.push({ change, facts, subscriber, ids });
      }
    }
    return deliveries;
  };

  /** What each person may see of the batch, under their own policies: one question per table for as many people as fit. */
  const visibleKeys = async (deliveries: readonly Delivery[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const checked = deliveries.filter(({ change }) => change.type !== 'DELETE');
    const tables = Map.groupBy(checked, ({ change, subscriber }) => JSON.stringify([change.schema, change.table, subscriber.caller.role]));
    const visible = new Map<string, Set<string>>();
    for (const ofTable of tables.values()) {
      const people = [...Map.groupBy(ofTable, ({ change, subscriber }) => groupOf(change, subscriber.caller))];
      for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
        const asked = people.slice(from, from + PEOPLE_AT_ONCE);
        const rows = await readableKeys(asked.map(([, theirs]) => theirs)).catch(() => []);
        for (const { place, key } of rows) {
          const group = asked[place]?.[0] ?? '';
          visible.set(group, (visible.get(group) ?? new Set()).add(key));
        }
      }
    }
    return visible;
  };

  /** The keys that each of them may read; all deliveries are of one table and one role. */
  const readableKeys = async (people: readonly (readonly Delivery[])[]): Promise<{ place: number; key: string }[]> => {
    const first = people[0]?.[0];
    if (!first) return [];
    const keys = people.map((theirs) => `[${[...new Set(theirs.map(({ change }) => change.key))].join(',')}]`);
    const claims = people.map(([one]) => one?.subscriber.caller.claims);
    const { schema, table } = first.change;
    const readable = `realtime.${quoted(`readable ${schema}.${table}`)}`;
    const { rows } = await db.query(`select place, key from ${readable}($1::text::jsonb, $2, $3::text::jsonb)`, [
      `[${keys.join(',')}]`,
      first.subscriber.caller.role,
      JSON.stringify(claims),
    ]);
    return rows.map((row) => ({ place: Number(row['place']), key: String(row['key']) }));
  };

  const start = async (): Promise<() => Promise<void>> => {
    // Nobody was connected while the server was down: what piled up is for nobody.
    await db.query('delete from realtime.changes');
    await db.query('delete from realtime.listened');
    return db.listen('realtime_changes', drain);
  };
  const started = start();
  const heard = new Map<string, Promise<unknown>>();
  const hearTable = (schema: string, table: string): Promise<unknown> => {
    const name = JSON.stringify([schema, table]);
    const asked =
      heard.get(name) ??
      started.then(() => db.query('insert into realtime.listened values ($1, $2) on conflict do nothing', [schema, table]));
    heard.set(name, asked);
    // A database that failed is asked again next time.
    asked.catch(() => heard.delete(name));
    return asked;
  };
  const timer = setInterval(drain, LOOK_AGAIN_MS);
  timer.unref();
  return {
    async hear(subscriptions) {
      await Promise.all(subscriptions.map(({ schema, table }) => hearTable(schema, table)));
    },
    ready: started.then(() => undefined),
    async close() {
      closed = true;
      clearInterval(timer);
      pace.stop();
      await started.then((stop) => stop()).catch(() => undefined);
      await running;
    },
  };
}

function interestedIds({ subscriptions, caller }: Subscriber, change: Change, facts: TableFacts): number[] {
  // A deleted row can't be checked any more: its key goes to signed-in people only.
  if (change.type === 'DELETE' && caller.role === 'anon') return [];
  const row = change.record ?? change.old ?? {};
  const wants = ({ event, schema, table, filter }: Subscription): boolean =>
    (event === '*' || event === change.type) &&
    (schema === '*' || schema === change.schema) &&
    (table === '*' || table === change.table) &&
    (!filter ||
      // Asking by a column is reading it.
      (facts.readable[caller.role].has(filter.column) &&
        matchesFilter(filter, row, facts.columns.find(({ name }) => name === filter.column)?.type ?? 'text')));
  return subscriptions.filter(wants).map(({ id }) => id);
}

function groupOf({ schema, table }: Change, { role, claims }: Caller): string {
  const { iat: _iat, exp: _exp, ...lasting } = claims;
  return JSON.stringify([schema, table, role, lasting]);
}

function payloadOf({ schema, table, type, key, record, at }: Change, { columns, readable }: TableFacts, { role }: Caller): Payload {
  const mayRead = ({ name }: { name: string }) => readable[role].has(name);
  const base = { schema, table, commit_timestamp: at, type, columns: columns.filter(mayRead) };
  const old = type === 'INSERT' ? {} : { old_record: JSON.parse(key) as Payload };
  if (!record) return { ...base, ...old, errors: null };
  const allowed = Object.entries(record).filter(([name]) => mayRead({ name }));
  const isTooLong = JSON.stringify(record).length > RECORD_MAX_CHARS;
  const sent = isTooLong ? allowed.filter(([, value]) => JSON.stringify(value).length <= SHORT_VALUE_CHARS) : allowed;
  return { ...base, ...old, record: Object.fromEntries(sent), errors: isTooLong ? ['Error 413: Payload Too Large'] : null };
}
