import type { Database } from '#local/db/port.ts';

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'private') order by c.oid`;

/**
 * Copies every table of the product aside and returns what puts the copy back: then the server is an older one, and nobody told it so
 * (a folder copied back, a power cut).
 */
export async function copyServer(db: Database): Promise<() => Promise<void>> {
  const { rows } = await db.query(TABLES);
  const tables = rows.map(({ name, columns }, place) => ({ name: String(name), columns: String(columns), copy: `older.t${place}` }));
  await db.transaction(async (query) => {
    await query('drop schema if exists older cascade');
    await query('create schema older');
    for (const { name, columns, copy } of tables) await query(`create table ${copy} as select ${columns} from ${name}`);
  });
  return () =>
    db.transaction(async (query) => {
      await query('set local session_replication_role = replica'); // no trigger sees it happen
      // Whoever reads meanwhile sees the server before or after. After a truncate they would see one with nothing in it, where nobody is a member.
      await query(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`);
      for (const { name } of tables) await query(`delete from ${name}`);
      for (const { name, columns, copy } of tables)
        await query(`insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`);
    });
}
