-- A device's changes: each in its own savepoint, in the order of dependency, applied once, answered one by one.

create function private.mutation_applied(p_company uuid, p_mutation text, p_collection text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.applied_mutations m
    join public.company_users cu on cu.company_id = m.company_id and cu.user_id = auth.uid()
    where m.company_id = p_company and m.mutation_id = p_mutation and m.collection = p_collection and m.row_id = p_id);
end $$;

create function private.remember_mutation(p_company uuid, p_mutation text, p_collection text, p_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id)
  select cu.company_id, p_mutation, p_collection, p_id, cu.user_id
  from public.company_users cu where cu.company_id = p_company and cu.user_id = auth.uid()
  on conflict do nothing;
end $$;

/** The stored document as the caller may see it, or null. */
create function private.read_document(p_source text, p_company uuid, p_id uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_document jsonb;
begin
  execute format('select to_jsonb(d) from %s d where d.id = $1 and d.company_id = $2', p_source) into v_document using p_id, p_company;
  return v_document;
end $$;

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

create function private.delete_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text) returns int
  language plpgsql volatile set search_path = '' as $$
declare
  v_count int;
begin
  execute format('delete from public.%I t where t.id = $1 and t.company_id = $2 and t.rev = $3', p_registry.table_name) using p_id, p_company, p_base;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

/** Decides and applies one change; raises what is refused. Returns `{status, row}`. */
create function private.apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_id uuid := p_change ->> 'id';
  v_mutation text := p_change ->> 'mutation_id';
  v_base text := p_change ->> 'base_rev';
  v_is_delete boolean := p_change ->> 'op' = 'delete';
  v_current jsonb := private.read_document(p_registry.source, p_company, v_id);
  v_count int;
begin
  if v_current ->> 'rev' = v_mutation or private.mutation_applied(p_company, v_mutation, p_registry.collection, v_id) then
    return jsonb_build_object('status', 'applied', 'row', v_current);
  end if;
  if v_is_delete and v_current is null then return jsonb_build_object('status', 'applied', 'row', null); end if;
  if v_current ->> 'rev' is distinct from v_base then return jsonb_build_object('status', 'conflict', 'row', v_current); end if;

  if v_is_delete then v_count := private.delete_document(p_registry, p_company, v_id, v_base);
  else v_count := private.write_document(p_registry, p_company, v_id, v_base, v_mutation, coalesce(p_change -> 'doc', '{}'));
  end if;
  v_current := private.read_document(p_registry.source, p_company, v_id);
  if v_count = 0 then
    -- Row level security hides what may not be changed; a writer beside us leaves another version.
    if v_current ->> 'rev' is distinct from v_base then return jsonb_build_object('status', 'conflict', 'row', v_current); end if;
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  perform private.remember_mutation(p_company, v_mutation, p_registry.collection, v_id);
  return jsonb_build_object('status', 'applied', 'row', v_current);
end $$;

/** What a device can act on: a key for what it knows, PostgreSQL's own words for the rest. */
create function private.refusal_message(p_state text, p_message text, p_is_delete boolean) returns text
  language sql immutable set search_path = '' as $$
  select case
    when p_state = '42501' then 'not_allowed'
    when p_state = '23503' then case when p_is_delete then 'still_in_use' else 'missing_parent' end
    else p_message end $$;

/** One change in its savepoint. What is not about the change is no answer to it: that fails the call, and the device repeats all of it. */
create function private.push_change(p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_result jsonb := jsonb_build_object(
    'collection', p_change -> 'collection', 'id', p_change -> 'id', 'mutation_id', p_change -> 'mutation_id');
  v_registry private.synced_collections;
  v_row jsonb;
  v_state text; v_message text; v_detail text; v_column text; v_constraint text;
begin
  begin
    select * into v_registry from private.synced_collections s where s.collection = p_change ->> 'collection';
    if not found then raise exception 'unknown_collection' using errcode = 'P0001', detail = 'collection'; end if;
    if char_length(p_change ->> 'mutation_id') not between 1 and 80 or p_change ->> 'mutation_id' is null then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'mutation_id';
    end if;
    if p_change ->> 'id' is null then raise exception 'invalid_change' using errcode = 'P0001', detail = 'id'; end if;
    if coalesce(p_change ->> 'op', '') not in ('upsert', 'delete') then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'op';
    end if;
    return v_result || '{"code": null, "message": null, "details": null}' || private.apply_change(v_registry, p_company, p_change);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_column = column_name, v_constraint = constraint_name;
    if v_state in ('40001', '40P01', '55P03', '57014') or v_state like '53%' or v_state like '57P%' or v_state like '58%' or v_state like 'XX%'
      or v_state like 'PT%' then raise; end if;
  end;
  if v_registry.source is not null and v_state not in ('22P02') then
    v_row := private.read_document(v_registry.source, p_company, (p_change ->> 'id')::uuid);
  end if;
  return v_result || jsonb_build_object('status', 'rejected', 'row', v_row, 'code', v_state,
    'message', private.refusal_message(v_state, v_message, p_change ->> 'op' = 'delete'),
    'details', coalesce(nullif(v_column, ''), nullif(v_constraint, ''), nullif(v_detail, '')));
end $$;

/** `src/data/sync/SPEC.md` has the contract. */
create function public.sync_push(p_company uuid, p_changes jsonb) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  c record;
begin
  perform private.require_member(p_company);
  if jsonb_typeof(p_changes) is distinct from 'array' then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_changes';
  end if;
  if jsonb_array_length(p_changes) > 200 then
    raise exception 'too_many_changes' using errcode = 'P0001', detail = 'p_changes';
  end if;
  -- One push at a time per company: devices that touch the same rows in another order cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  -- Parents before children; deletions after everything else, and children first.
  for c in
    select change.value, change.ordinality
    from jsonb_array_elements(p_changes) with ordinality as change
    left join private.synced_collections s on s.collection = change.value ->> 'collection'
    order by change.value ->> 'op' = 'delete',
      case when change.value ->> 'op' = 'delete' then -s.position else s.position end, change.ordinality
  loop
    v_results[c.ordinality] := private.push_change(p_company, c.value);
  end loop;
  return jsonb_build_object('results', to_jsonb(v_results));
end $$;

revoke all on function
  private.mutation_applied(uuid, text, text, uuid), private.remember_mutation(uuid, text, text, uuid), private.read_document(text, uuid, uuid),
  private.write_document(private.synced_collections, uuid, uuid, text, text, jsonb), private.delete_document(private.synced_collections, uuid, uuid, text),
  private.apply_change(private.synced_collections, uuid, jsonb), private.refusal_message(text, text, boolean), private.push_change(uuid, jsonb) from public;
grant execute on function
  private.mutation_applied(uuid, text, text, uuid), private.remember_mutation(uuid, text, text, uuid), private.read_document(text, uuid, uuid),
  private.write_document(private.synced_collections, uuid, uuid, text, text, jsonb), private.delete_document(private.synced_collections, uuid, uuid, text),
  private.apply_change(private.synced_collections, uuid, jsonb), private.refusal_message(text, text, boolean), private.push_change(uuid, jsonb) to authenticated;
revoke all on function public.sync_push(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.sync_push(uuid, jsonb) to authenticated;

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
revoke all on function
  private.write_row(private.synced_collections, uuid, uuid, text, text, jsonb),
  private.write_nested_rows(private.nested_collections, uuid, uuid, jsonb),
  private.write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb) from public;
grant execute on function
  private.write_row(private.synced_collections, uuid, uuid, text, text, jsonb),
  private.write_nested_rows(private.nested_collections, uuid, uuid, jsonb),
  private.write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb) to authenticated;
