-- A change that names all that a device sends of a document is written by plans that are kept, and so are its rows: a statement that is put together for a
-- change is parsed and planned for it.

/**
 * The statement that writes these columns of one document, as a new row or over a version: `$1` is its id, `$2` the company, `$3` its new version, `$4` the
 * document, `$5` the version that it replaces.
 */
create function private.write_statement(p_table name, p_names name[], p_is_new boolean) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_columns text := coalesce((select string_agg(format(', %I', c), '') from unnest(p_names) c), '');
  v_values text := coalesce((select string_agg(format(', r.%I', c), '') from unnest(p_names) c), '');
begin
  return format(case when p_is_new then
      'insert into public.%1$I (id, company_id, rev%2$s) select $1, $2, $3%3$s from jsonb_populate_record(null::public.%1$I, $4) r'
    else
      'update public.%1$I t set (rev%2$s) = (select $3%3$s from jsonb_populate_record(null::public.%1$I, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5'
    end, p_table, v_columns, v_values);
end $$;

/**
 * Writes the writer of a collection, `private."write <collection>"`: those statements of all columns that the registry names, as devices send a document, by
 * plans that are kept. Returns how many rows took it. Settings of its own would reach into every trigger, whose plans are then kept for good.
 */
create function private.write_writer() returns trigger
  language plpgsql set search_path = '' as $t$
declare
  v_name text := format('private.%I', 'write ' || new.collection);
begin
  execute format($f$
    create or replace function %1$s(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) returns int
      language plpgsql volatile set search_path = '' as $$
    declare
      v_count int;
    begin
      if p_base is null then
        %2$s;
      else
        %3$s;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $$$f$,
    v_name, private.write_statement(new.table_name, new.insertable, true), private.write_statement(new.table_name, new.updatable, false));
  execute format('revoke all on function %s(uuid, uuid, text, jsonb, text) from public', v_name);
  execute format('grant execute on function %s(uuid, uuid, text, jsonb, text) to authenticated', v_name);
  return null;
end $t$;

/**
 * Writes the writer of a document's rows, `private."write <table>"`, by plans that are kept: it makes them what the document says. Those it lacks go, the others
 * are changed or added. A row whose parent is the company itself has one column for both.
 */
create function private.write_nested_writer() returns trigger
  language plpgsql set search_path = '' as $t$
declare
  v_name text := format('private.%I', 'write ' || new.table_name);
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(new.columns) c);
  v_values text := (select string_agg(format('r.%I', c), ', ') from unnest(new.columns) c);
  v_stored text := (select string_agg(format('t.%I', c), ', ') from unnest(new.columns) c);
  v_is_company boolean := new.parent_column = 'company_id';
begin
  execute format($f$
    create or replace function %1$s(p_company uuid, p_parent uuid, p_rows jsonb) returns void
      language plpgsql volatile set search_path = '' as $$
    begin
      delete from public.%2$I t where t.company_id = $1 and t.%3$I = $2
        and not exists (select from jsonb_populate_recordset(null::public.%2$I, $3) r where r.id = t.id);
      update public.%2$I t set (%4$s) = row(%5$s) from jsonb_populate_recordset(null::public.%2$I, $3) r
        where t.id = r.id and t.company_id = $1 and t.%3$I = $2 and (%6$s) is distinct from (%5$s);
      insert into public.%2$I (id, company_id%7$s, %4$s) select r.id, $1%8$s, %5$s from jsonb_populate_recordset(null::public.%2$I, $3) r
        where not exists (select from public.%2$I t where t.id = r.id and t.company_id = $1 and t.%3$I = $2);
    end $$$f$,
    v_name, new.table_name, new.parent_column, v_columns, v_values, v_stored,
    case when v_is_company then '' else format(', %I', new.parent_column) end, case when v_is_company then '' else ', $2' end);
  execute format('revoke all on function %s(uuid, uuid, jsonb) from public', v_name);
  execute format('grant execute on function %s(uuid, uuid, jsonb) to authenticated', v_name);
  return null;
end $t$;

/** Writes the columns that both the document and the registry name; returns how many rows took it. */
create or replace function private.write_row(
  p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_names name[] := case when p_base is null then p_registry.insertable else p_registry.updatable end;
  v_count int;
begin
  if p_doc ?& v_names::text[] then
    execute format('select private.%I($1, $2, $3, $4, $5)', 'write ' || p_registry.collection) into v_count using p_id, p_company, p_mutation, p_doc, p_base;
    return v_count;
  end if;
  execute private.write_statement(p_registry.table_name, array(select c from unnest(v_names) c where p_doc ? c::text), p_base is null)
    using p_id, p_company, p_mutation, p_doc, p_base;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

/** Makes the nested rows what the document says. */
create or replace function private.write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if jsonb_typeof(p_rows) <> 'array' then raise exception 'invalid_change' using errcode = 'P0001', detail = p_nested.key; end if;
  execute format('select private.%I($1, $2, $3)', 'write ' || p_nested.table_name) using p_company, p_parent, p_rows;
end $$;

create trigger write_writer after insert or update of table_name, insertable, updatable on private.synced_collections
  for each row execute function private.write_writer();
create trigger write_writer after insert or update of table_name, parent_column, columns on private.nested_collections
  for each row execute function private.write_nested_writer();
revoke all on function private.write_statement(name, name[], boolean), private.write_writer(), private.write_nested_writer() from public;
-- Changes are written with the caller's rights.
grant execute on function private.write_statement(name, name[], boolean) to authenticated;
update private.synced_collections set updatable = updatable;
update private.nested_collections set columns = columns;
