import type { Caller, Database } from '#local/db/port.ts';
import type { Log } from '#local/server/log.ts';
import { type ChangeFilter, matchesFilter } from './change-filter.ts';
import type { Payload } from './frames.ts';
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
type Feed = { /** Resolves once changes are heard. */ readonly ready: Promise<void>; close(): Promise<void> };
type FeedDeps = {
  readonly db: Database;
  readonly log: Log;
  readonly lookUpTable: LookUpTable;
  readonly subscribers: () => Iterable<Subscriber>;
};

const BATCH = 500;
/** NOTIFY can be lost with its connection; nothing waits longer than this. */
const LOOK_AGAIN_MS = 5000;
/** Hosted Supabase's limit; beyond it only short values are sent. */
const RECORD_MAX_CHARS = 1_048_576;
const SHORT_VALUE_CHARS = 64;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads the outbox of changes and hands each one to the subscribers who may see its row. */
export function createChangeFeed({ db, log, lookUpTable, subscribers }: FeedDeps): Feed {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const drain = (): void => {
    again = true;
    running ??= (async () => {
      while (again && !closed) {
        again = false;
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
    await dispatch(rows.map((row) => JSON.parse(String(row['doc'])) as Change));
    await db.query('delete from realtime.changes where id in (select jsonb_array_elements_text($1::jsonb)::bigint)', [
      JSON.stringify(rows.map((row) => row['id'])),
    ]);
    return rows.length;
  };

  const dispatch = async (changes: readonly Change[]): Promise<void> => {
    const audience = [...subscribers()];
    if (audience.length === 0) return;
    const deliveries: { change: Change; facts: TableFacts; subscriber: Subscriber; ids: number[] }[] = [];
    for (const change of changes) {
      const facts = await lookUpTable(change.schema, change.table);
      if (!facts) continue;
      for (const subscriber of audience) {
        const ids = interestedIds(subscriber, change, facts);
        if (ids.length > 0) deliveries.push({ change, facts, subscriber, ids });
      }
    }
    const visible = await visibleKeys(deliveries);
    for (const { change, facts, subscriber, ids } of deliveries) {
      const isVisible = change.type === 'DELETE' || visible.get(groupOf(change, subscriber.caller))?.has(change.key) === true;
      if (isVisible) subscriber.push('postgres_changes', { ids, data: payloadOf(change, facts, subscriber.caller) });
    }
  };

  /** One question per table and person for the whole batch, under that person's policies. */
  const visibleKeys = async (deliveries: readonly { change: Change; facts: TableFacts; subscriber: Subscriber }[]) => {
    const groups = Map.groupBy(
      deliveries.filter(({ change }) => change.type !== 'DELETE'),
      ({ change, subscriber }) => groupOf(change, subscriber.caller),
    );
    const visible = new Map<string, ReadonlySet<string>>();
    for (const [group, [first, ...others]] of groups) {
      if (!first) continue;
      const { change, facts, subscriber } = first;
      const keys = [...new Set([first, ...others].map((delivery) => delivery.change.key))];
      const seen = await readableKeys(change, facts, keys, subscriber.caller).catch(() => []);
      visible.set(group, new Set(seen));
    }
    return visible;
  };

  const readableKeys = async ({ schema, table }: Change, { keyColumns }: TableFacts, keys: readonly string[], caller: Caller) => {
    const relation = `${quoted(schema)}.${quoted(table)}`;
    const key = keyColumns.map((column) => `'${column.replaceAll("'", "''")}', t.${quoted(column)}`).join(', ');
    const same = keyColumns.map((column) => `t.${quoted(column)} = k.${quoted(column)}`).join(' and ');
    const sql = `select jsonb_build_object(${key})::text as key from ${relation} t join jsonb_populate_recordset(null::${relation}, $1::jsonb) k on ${same}`;
    const { rows } = await db.queryAs(caller, sql, [`[${keys.join(',')}]`]);
    return rows.map((row) => String(row['key']));
  };

  const start = async (): Promise<() => Promise<void>> => {
    // Nobody was connected while the server was down: what piled up is for nobody.
    await db.query('delete from realtime.changes');
    return db.listen('realtime_changes', drain);
  };
  const started = start();
  const timer = setInterval(drain, LOOK_AGAIN_MS);
  timer.unref();
  return {
    ready: started.then(() => undefined),
    async close() {
      closed = true;
      clearInterval(timer);
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
