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

/* What somebody has listened to since the server started; of anything else no copies are made. */
create table if not exists realtime.listened (
  schema_name text not null,
  table_name text not null,
  primary key (schema_name, table_name)
);

/*
 * Arguments, as JSON: the columns of the primary key, and those of the replica identity (null: all). Of a deleted row a filter sees its identity,
 * and a subscriber the part of the key that lies in it, as in the write-ahead log. `set local realtime.capture = 'off'` spares bulk loads the copies.
 */
create or replace function realtime.capture() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  current_row jsonb;
  identity jsonb := tg_argv[1]::jsonb;
  is_deleted boolean := tg_op = 'DELETE';
  key jsonb;
  gone jsonb;
begin
  if current_setting('realtime.capture', true) = 'off' or not exists (
    select from realtime.listened l where l.schema_name in (tg_table_schema, '*') and l.table_name in (tg_table_name, '*')) then return null; end if;
  current_row := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  select coalesce(jsonb_object_agg(k, current_row -> k), '{}') into key
    from jsonb_array_elements_text(tg_argv[0]::jsonb) k where not is_deleted or jsonb_typeof(identity) = 'null' or identity ? k;
  if is_deleted then
    select coalesce(jsonb_object_agg(c.key, c.value), '{}') into gone from jsonb_each(current_row) c where jsonb_typeof(identity) = 'null' or identity ? c.key;
  end if;
  insert into realtime.changes (schema_name, table_name, op, pk, record, old_record)
    values (tg_table_schema, tg_table_name, tg_op, key, case when not is_deleted then current_row end, gone);
  perform pg_notify('realtime_changes', '');
  return null;
end $$;
revoke all on function realtime.capture() from public;

/* Every person's question was planned anew here; each table has a function of its own instead. */
drop function if exists realtime.readable(text, jsonb, text, jsonb);

/* Names of the index's columns as a JSON array. */
create or replace function realtime.columns_of(p_index oid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(a.attname order by a.attnum), '[]') from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indexrelid = p_index $$;
revoke all on function realtime.columns_of(oid) from public;

do $do$
declare
  published record;
  v_name text;
  v_relation text;
  v_key text;
  v_columns text;
  v_same text;
begin
  for published in
    select p.schemaname, p.tablename, c.relreplident,
      (select realtime.columns_of(i.indexrelid) from pg_index i where i.indrelid = c.oid and i.indisprimary) as key_columns,
      (select realtime.columns_of(i.indexrelid) from pg_index i where i.indrelid = c.oid and i.indisreplident) as identity_columns
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'
  loop
    if published.key_columns is null then
      raise exception 'table %.% is published for realtime but has no primary key', published.schemaname, published.tablename;
    end if;
    execute format('create or replace trigger zz_realtime_capture after insert or update or delete on %I.%I for each row execute function realtime.capture(%L, %L)',
      published.schemaname, published.tablename, published.key_columns,
      case published.relreplident when 'd' then published.key_columns when 'i' then published.identity_columns when 'n' then '[]' else 'null' end);
    /*
     * Which of the rows each person may read, by their place in the list: their policies are asked one after another, in one statement. It takes
     * their keys, a list for each; a person of whom it fails sees nothing. A function for each table keeps its plan for the session: under row
     * level security planning takes longer than asking. A plan made while the table was small must not read all of it when it has grown.
     */
    v_name := format('readable %s.%s', published.schemaname, published.tablename);
    v_relation := format('%I.%I', published.schemaname, published.tablename);
    select string_agg(format('%L, t.%I', k, k), ', '), string_agg(format('t.%I', k), ', '), string_agg(format('t.%1$I = k.%1$I', k), ' and ')
      into v_key, v_columns, v_same
      from jsonb_array_elements_text(published.key_columns) k;
    execute format($f$
      create or replace function realtime.%1$I(p_keys jsonb, p_role text, p_claims jsonb) returns table (place int, key text)
        language plpgsql set search_path = '' set enable_seqscan = off as $$
      begin
        for n in 0 .. jsonb_array_length(p_claims) - 1 loop
          begin
            perform set_config('role', p_role, true), set_config('request.jwt.claims', (p_claims -> n)::text, true);
            return query select n, jsonb_build_object(%2$s)::text from jsonb_populate_recordset(null::%3$s, p_keys -> n) k
              cross join lateral (select %4$s from %3$s t where %5$s offset 0) t;
          exception when others then null;
          end;
        end loop;
        perform set_config('role', 'none', true);
      end $$$f$, v_name, v_key, v_relation, v_columns, v_same);
    execute format('revoke all on function realtime.%I(jsonb, text, jsonb) from public', v_name);
  end loop;
end $do$;
