-- Documents as changes read, write and delete them: by the registry, with the caller's rights.

/** The stored document as the caller may see it, or null. */
create function private.read_document(p_source text, p_company uuid, p_id uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_document jsonb;
begin
  execute format('select docs -> 0 from private.%I($1, array[$2], 1)', 'read ' || p_source) into v_document using p_company, p_id;
  return v_document;
end $$;

/** The stored documents as the caller may see them, by id. */
create function private.read_documents(p_source text, p_company uuid, p_ids uuid[]) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_documents jsonb;
begin
  execute format('select jsonb_object_agg(d.id, to_jsonb(d)) from %s d where d.id = any ($1) and d.company_id = $2', p_source)
    into v_documents using p_ids, p_company;
  return coalesce(v_documents, '{}');
end $$;

/** The versions of the stored documents that the caller may see, by id: to decide by, where the documents are not told. */
create function private.read_revs(p_source text, p_company uuid, p_ids uuid[]) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_revs jsonb;
begin
  execute format('select jsonb_object_agg(d.id, d.rev) from %s d where d.id = any ($1) and d.company_id = $2', p_source)
    into v_revs using p_ids, p_company;
  return coalesce(v_revs, '{}');
end $$;

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

/** Writes new rows, or edits of rows, in one statement and in the order given; returns how many were written. All documents name the same columns. */
create function private.write_rows(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_is_new boolean := p_changes[1] ->> 'base_rev' is null;
  v_names name[] := array(
    select c from unnest(case when v_is_new then p_registry.insertable else p_registry.updatable end) c where p_changes[1] -> 'doc' ? c::text);
  v_columns text := coalesce((select string_agg(format(', %I', c), '') from unnest(v_names) c), '');
  v_values text := coalesce((select string_agg(format(', r.%I', c), '') from unnest(v_names) c), '');
  v_count int;
begin
  -- Under row level security a key is looked up by its index only where nothing is computed beside it: what a change says is read beforehand.
  execute format(case when v_is_new then
      'insert into public.%1$I (id, company_id, rev%2$s)
       select (c ->> ''id'')::uuid, $1, c ->> ''mutation_id''%3$s
       from unnest($2) with ordinality as u (c, n), jsonb_populate_record(null::public.%1$I, c -> ''doc'') r order by n'
    else
      'with changes as materialized (
         select (c ->> ''id'')::uuid as id, c ->> ''base_rev'' as base_rev, c ->> ''mutation_id'' as mutation_id, c -> ''doc'' as doc from unnest($2) c)
       update public.%1$I t set (rev%2$s) = row(c.mutation_id%3$s)
       from changes c, jsonb_populate_record(null::public.%1$I, c.doc) r
       where t.id = c.id and t.company_id = $1 and t.rev = c.base_rev'
    end, p_registry.table_name, v_columns, v_values) using p_company, p_changes;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

/** Makes the nested rows what the document says: those it lacks go, the others are changed or added. A row whose parent is the company itself has one column for both. */
create function private.write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(p_nested.columns) c);
  v_values text := (select string_agg(format('r.%I', c), ', ') from unnest(p_nested.columns) c);
  v_stored text := (select string_agg(format('t.%I', c), ', ') from unnest(p_nested.columns) c);
  v_is_company boolean := p_nested.parent_column = 'company_id';
begin
  if jsonb_typeof(p_rows) <> 'array' then raise exception 'invalid_change' using errcode = 'P0001', detail = p_nested.key; end if;
  execute format('delete from public.%1$I t where t.company_id = $1 and t.%2$I = $2
      and not exists (select from jsonb_populate_recordset(null::public.%1$I, $3) r where r.id = t.id)',
    p_nested.table_name, p_nested.parent_column) using p_company, p_parent, p_rows;
  execute format('update public.%1$I t set (%3$s) = row(%4$s) from jsonb_populate_recordset(null::public.%1$I, $3) r
      where t.id = r.id and t.company_id = $1 and t.%2$I = $2 and (%5$s) is distinct from (%4$s)',
    p_nested.table_name, p_nested.parent_column, v_columns, v_values, v_stored) using p_company, p_parent, p_rows;
  execute format('insert into public.%1$I (id, company_id%6$s, %3$s) select r.id, $1%5$s, %4$s from jsonb_populate_recordset(null::public.%1$I, $3) r
      where not exists (select from public.%1$I t where t.id = r.id and t.company_id = $1 and t.%2$I = $2)',
    p_nested.table_name, p_nested.parent_column, v_columns, v_values,
    case when v_is_company then '' else ', $2' end, case when v_is_company then '' else format(', %I', p_nested.parent_column) end)
    using p_company, p_parent, p_rows;
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

/** Writes a document as a new one (`p_base` null) or over the version `p_base`; returns how many rows took it. */
create function private.write_document(
  p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_nested private.nested_collections;
begin
  select * into v_nested from private.nested_collections n where n.collection = p_registry.collection and p_doc ? n.key;
  if found then return private.write_nested_document(v_nested, p_registry, p_company, p_id, p_base, p_mutation, p_doc); end if;
  return private.write_row(p_registry, p_company, p_id, p_base, p_mutation, p_doc);
end $$;

/** Deletes the version `p_base`; returns how many rows went. */
create function private.delete_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_count int;
begin
  execute format('delete from public.%I t where t.id = $1 and t.company_id = $2 and t.rev = $3', p_registry.table_name) using p_id, p_company, p_base;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function
  private.read_document(text, uuid, uuid), private.read_documents(text, uuid, uuid[]), private.read_revs(text, uuid, uuid[]),
  private.write_row(private.synced_collections, uuid, uuid, text, text, jsonb), private.write_rows(private.synced_collections, uuid, jsonb[]),
  private.write_nested_rows(private.nested_collections, uuid, uuid, jsonb),
  private.write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb),
  private.write_document(private.synced_collections, uuid, uuid, text, text, jsonb),
  private.delete_document(private.synced_collections, uuid, uuid, text) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.read_document(text, uuid, uuid), private.read_documents(text, uuid, uuid[]), private.read_revs(text, uuid, uuid[]),
  private.write_row(private.synced_collections, uuid, uuid, text, text, jsonb), private.write_rows(private.synced_collections, uuid, jsonb[]),
  private.write_nested_rows(private.nested_collections, uuid, uuid, jsonb),
  private.write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb),
  private.write_document(private.synced_collections, uuid, uuid, text, text, jsonb),
  private.delete_document(private.synced_collections, uuid, uuid, text) to authenticated;
