-- Change capture for the tables of the publication `supabase_realtime`. Hosted Supabase reads the write-ahead log instead; here a
-- trigger copies the change into an outbox and NOTIFY only says that there is news: a payload over 8,000 bytes would break the user's transaction.
create schema if not exists realtime;
revoke all on schema realtime from public;

create unlogged table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  schema_name text not null,
  table_name text not null,
  op text not null,
  pk jsonb not null,
  record jsonb,
  old_record jsonb,
  changed_at timestamptz not null default clock_timestamp()
);

/* Arguments: the replica identity, then the columns of the primary key. `set local realtime.capture = 'off'` spares bulk loads the copies. */
create or replace function realtime.capture() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  current_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  key jsonb;
begin
  if current_setting('realtime.capture', true) = 'off' then return null; end if;
  select jsonb_object_agg(k, current_row -> k) into key from unnest(tg_argv[1:]) k;
  insert into realtime.changes (schema_name, table_name, op, pk, record, old_record) values (
    tg_table_schema, tg_table_name, tg_op, key,
    case when tg_op <> 'DELETE' then current_row end,
    -- What a filter may look at when the row is gone: as in the write-ahead log, everything only under REPLICA IDENTITY FULL.
    case when tg_op = 'DELETE' and tg_argv[0] = 'f' then current_row when tg_op = 'DELETE' then key end);
  perform pg_notify('realtime_changes', '');
  return null;
end $$;
revoke all on function realtime.capture() from public;

do $$
declare published record;
begin
  for published in
    select p.schemaname, p.tablename, c.relreplident,
      (select string_agg(quote_literal(a.attname), ', ' order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as key_columns
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'
  loop
    if published.key_columns is null then
      raise exception 'table %.% is published for realtime but has no primary key', published.schemaname, published.tablename;
    end if;
    execute format('create or replace trigger zz_realtime_capture after insert or update or delete on %I.%I for each row execute function realtime.capture(%L, %s)',
      published.schemaname, published.tablename, published.relreplident, published.key_columns);
  end loop;
end $$;
