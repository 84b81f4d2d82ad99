-- Documents with nested rows: an invoice and its lines are one unit for devices, two tables here.

/** Which key of a document holds rows of which table; `columns` are what a client gives besides `id`. */
create table private.nested_collections (
  collection text primary key references private.synced_collections (collection),
  key text not null,
  table_name name not null,
  parent_column name not null,
  columns name[] not null
);
alter table private.nested_collections enable row level security;
create policy everyone_select on private.nested_collections for select to authenticated using (true);
grant select on private.nested_collections to authenticated;

/** Writes the columns that both the document and the registry name; returns how many rows took it. */
create function private.write_row(
  p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_names name[] := array(
    select c from unnest(case when p_base is null then p_registry.insertable else p_registry.updatable end) c where p_doc ? c::text);
  v_columns text := coalesce((select string_agg(format(', %I', c), '') from unnest(v_names) c), '');
  v_values text := coalesce((select string_agg(format(', r.%I', c), '') from unnest(v_names) c), '');
  v_count int;
begin
  if p_base is null then
    execute format('insert into public.%1$I (id, company_id, rev%2$s) select $1, $2, $3%3$s from jsonb_populate_record(null::public.%1$I, $4) r',
      p_registry.table_name, v_columns, v_values) using p_id, p_company, p_mutation, p_doc;
  else
    execute format('update public.%1$I t set (rev%2$s) = (select $3%3$s from jsonb_populate_record(null::public.%1$I, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5',
      p_registry.table_name, v_columns, v_values) using p_id, p_company, p_mutation, p_doc, p_base;
  end if;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

/** Makes the nested rows of a record equal to those given, touching only what differs. */
create function private.write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(p_nested.columns) c);
  v_values text := (select string_agg(format('r.%I', c), ', ') from unnest(p_nested.columns) c);
  v_stored text := (select string_agg(format('t.%I', c), ', ') from unnest(p_nested.columns) c);
begin
  if jsonb_typeof(p_rows) <> 'array' then raise exception 'invalid_change' using errcode = 'P0001', detail = p_nested.key; end if;
  execute format('delete from public.%1$I t where t.company_id = $1 and t.%2$I = $2
      and not exists (select from jsonb_populate_recordset(null::public.%1$I, $3) r where r.id = t.id)',
    p_nested.table_name, p_nested.parent_column) using p_company, p_parent, p_rows;
  execute format('update public.%1$I t set (%3$s) = row(%4$s) from jsonb_populate_recordset(null::public.%1$I, $3) r
      where t.id = r.id and t.company_id = $1 and t.%2$I = $2 and (%5$s) is distinct from (%4$s)',
    p_nested.table_name, p_nested.parent_column, v_columns, v_values, v_stored) using p_company, p_parent, p_rows;
  execute format('insert into public.%1$I (id, company_id, %2$I, %3$s) select r.id, $1, $2, %4$s from jsonb_populate_recordset(null::public.%1$I, $3) r
      where not exists (select from public.%1$I t where t.id = r.id and t.company_id = $1 and t.%2$I = $2)',
    p_nested.table_name, p_nested.parent_column, v_columns, v_values) using p_company, p_parent, p_rows;
end $$;

/**
 * A document with its nested rows: the rows first, so that the triggers of the record see all of it, at once and with one new version.
 * `kontor.document` tells the triggers of the rows that the record follows. If the record takes nothing, the rows are taken back.
 */
create function private.write_nested_document(
  p_nested private.nested_collections, p_registry private.synced_collections,
  p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_count int;
begin
  execute format('set constraints public.%I deferred', p_nested.table_name || '_' || p_nested.parent_column || '_fkey');
  perform set_config('kontor.document', p_id::text, true);
  perform private.write_nested_rows(p_nested, p_company, p_id, p_doc -> p_nested.key);
  v_count := private.write_row(p_registry, p_company, p_id, p_base, p_mutation, p_doc);
  if v_count = 0 then raise exception 'record_took_nothing' using errcode = 'KT000'; end if;
  perform set_config('kontor.document', '', true);
  return v_count;
exception when sqlstate 'KT000' then
  return 0;
end $$;

create or replace function private.write_document(
  p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_nested private.nested_collections;
begin
  select * into v_nested from private.nested_collections n where n.collection = p_registry.collection and p_doc ? n.key;
  if found then return private.write_nested_document(v_nested, p_registry, p_company, p_id, p_base, p_mutation, p_doc); end if;
  return private.write_row(p_registry, p_company, p_id, p_base, p_mutation, p_doc);
end $$;

/** Grants, second-factor policy and realtime for the rows of a document; the caller writes the member policies. */
create procedure private.make_nested(p_collection text, p_key text, p_table name, p_parent name, p_columns name[])
  language plpgsql set search_path = '' as $$
declare
  v_table text := format('public.%I', p_table);
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(p_columns) c);
begin
  insert into private.nested_collections (collection, key, table_name, parent_column, columns) values (p_collection, p_key, p_table, p_parent, p_columns);
  execute format('revoke all on %s from public, anon, authenticated', v_table);
  execute format('grant all on %s to service_role', v_table);
  execute format('grant select, delete, insert (id, company_id, %1$I, %2$s), update (%2$s) on %3$s to authenticated', p_parent, v_columns, v_table);
  execute format('alter table %s enable row level security', v_table);
  execute format('create policy second_factor on %s as restrictive to authenticated using ((select private.second_factor_satisfied()))', v_table);
  execute format('alter publication supabase_realtime add table %s', v_table);
  execute format('alter table %s replica identity full', v_table);
end $$;

revoke all on procedure private.make_nested(text, text, name, name, name[]) from public;
revoke all on function
  private.write_row(private.synced_collections, uuid, uuid, text, text, jsonb),
  private.write_nested_rows(private.nested_collections, uuid, uuid, jsonb),
  private.write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb) from public;
grant execute on function
  private.write_row(private.synced_collections, uuid, uuid, text, text, jsonb),
  private.write_nested_rows(private.nested_collections, uuid, uuid, jsonb),
  private.write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb) to authenticated;
