import { StartRefused } from '#local/data-dir.ts';
import type { Database, Query } from '#local/db/port.ts';

type Table = {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted, but for what the engine computes itself. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};
export type CopiedTable = {
  readonly name: string;
  readonly rows: number;
  /** Of all rows, whatever their order. */ readonly checksum: string;
};

/** Rows that go over at once. */
const PAGE = 500;
/** What every database of this version makes of itself: its schema's history. */
const KEPT = `n.nspname <> 'supabase_migrations'`;
const OURS = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%' and ${KEPT}`;
const IN_UTC = "set local timezone = 'UTC'";

async function tablesOf(query: Query): Promise<Table[]> {
  const { rows } = await query(`
    select format('%I.%I', n.nspname, c.relname) as name,
      jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and ${OURS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by 1 order by 1`);
  return rows as unknown as Table[];
}

/** Each value as the engine writes it: numbers, instants and JSON come back as they were, to the last digit. */
const textsOf = ({ columns }: Table): string => `array[${columns.map(({ name }) => `${name}::text`).join(', ')}]`;

async function summed(query: Query, table: Table): Promise<CopiedTable> {
  const { rows } = await query(
    `select count(*)::int as rows, md5(coalesce(string_agg(each.sum, '' order by each.sum collate "C"), '')) as checksum
     from (select md5(${textsOf(table)}::text) as sum from ${table.name}) each`,
  );
  return { name: table.name, rows: Number(rows[0]?.['rows']), checksum: String(rows[0]?.['checksum']) };
}

/** What is in every table of a database. */
export const sumsOf = (db: Database): Promise<CopiedTable[]> =>
  db.transaction(async (query) => {
    await query(IN_UTC);
    const sums: CopiedTable[] = [];
    for (const table of await tablesOf(query)) sums.push(await summed(query, table));
    return sums;
  });

async function copyRows(from: Query, to: Query, table: Table): Promise<void> {
  const { name, columns } = table;
  const insert = `insert into ${name} (${columns.map((each) => each.name).join(', ')}) overriding system value
    select ${columns.map(({ type }, at) => `(r.value ->> ${at})::${type}`).join(', ')} from jsonb_array_elements($1::jsonb) r`;
  await from(`declare moved_rows no scroll cursor for select to_jsonb(${textsOf(table)}) as texts from ${name}`);
  for (;;) {
    const { rows } = await from(`fetch ${PAGE} from moved_rows`);
    if (rows.length > 0) await to(insert, [JSON.stringify(rows.map(({ texts }) => texts))]);
    if (rows.length < PAGE) break;
  }
  await from('close moved_rows');
}

/** Foreign keys are taken away while rows come in any order, and made again at the end, when the engine checks every row. */
async function foreignKeys(query: Query): Promise<readonly { readonly drop: string; readonly add: string }[]> {
  const { rows } = await query(`
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${OURS} order by 1`);
  return rows as unknown as { drop: string; add: string }[];
}

async function copySequences(from: Query, to: Query): Promise<void> {
  const { rows } = await from(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences n where last_value is not null and schemaname in (select n.nspname from pg_namespace n where ${OURS})`);
  for (const { name, value } of rows) await to('select setval($1::regclass, $2::bigint)', [name, value]);
}

const place = ({ name, rows, checksum }: CopiedTable): string => `${name} ${rows} ${checksum}`;

/**
 * Puts all rows of one database into another of the same version that holds none of anybody, in one transaction there; afterwards every table
 * has the same rows by count and checksum, or nothing has changed. Throws `StartRefused` with the first table that differs.
 */
export function copyDatabase(from: Database, to: Database, onTable: (table: CopiedTable) => void): Promise<CopiedTable[]> {
  return from.transaction((read) =>
    to.transaction(async (write) => {
      for (const query of [read, write]) await query(IN_UTC);
      const [tables, there] = [await tablesOf(read), await tablesOf(write)];
      if (JSON.stringify(tables) !== JSON.stringify(there))
        throw new StartRefused(
          'The two databases do not have the same tables. Start the server once with this version on each. Nothing was moved.',
        );
      const keys = await foreignKeys(write);
      for (const { drop } of keys) await write(drop);
      for (const { name } of tables) {
        await write(`alter table ${name} disable trigger user`);
        await write(`delete from ${name}`);
      }
      const copied: CopiedTable[] = [];
      for (const table of tables) {
        await copyRows(read, write, table);
        const [its, now] = [await summed(read, table), await summed(write, table)];
        if (place(its) !== place(now)) throw new StartRefused(`${table.name} did not arrive as it was. Nothing was moved.`);
        copied.push(now);
        onTable(now);
      }
      await copySequences(read, write);
      for (const { name } of tables) await write(`alter table ${name} enable trigger user`);
      for (const { add } of keys) await write(add);
      return copied;
    }),
  );
}
