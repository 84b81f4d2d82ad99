-- What is pushed is found by its key, and what every row of it passes by costs no query of its own.

/** Which field of a line can't be so, or null. */
create or replace function private.tax_line_fault(p_line jsonb, p_exponent int) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_fields constant text[] := '{category,country,deductible_percent,net,rate,tax}';
  v_taxed boolean := p_line ->> 'category' in ('domestic', 'import');
  v_net numeric;
  v_tax numeric;
begin
  if jsonb_typeof(p_line) is distinct from 'object' then return 'line'; end if;
  -- All of these and nothing else, told without a query: every expense that is written comes by.
  if not (p_line ?& v_fields and p_line - v_fields = '{}') then return 'line'; end if;
  if jsonb_typeof(p_line -> 'category') <> 'string' or p_line ->> 'category' not in ('domestic', 'eu_acquisition', 'reverse_charge', 'import', 'none') then
    return 'category';
  end if;
  if jsonb_typeof(p_line -> 'country') <> 'string' or p_line ->> 'country' !~ '^([A-Z]{2})?$' then return 'country'; end if;
  if not private.is_percent(p_line -> 'deductible_percent') then return 'deductible_percent'; end if;
  if not (case when v_taxed then private.is_percent(p_line -> 'rate') else p_line -> 'rate' = 'null' end) then return 'rate'; end if;
  if jsonb_typeof(p_line -> 'net') <> 'number' then return 'net'; end if;
  if jsonb_typeof(p_line -> 'tax') <> 'number' then return 'tax'; end if;
  v_net := p_line -> 'net';
  v_tax := p_line -> 'tax';
  if abs(v_net) > 9999999999 or v_net <> round(v_net, p_exponent) then return 'net'; end if;
  if abs(v_tax) > 9999999999 or v_tax <> round(v_tax, p_exponent) or v_net * v_tax < 0 then return 'tax'; end if;
  if not v_taxed then return case when v_tax <> 0 then 'tax' end; end if;
  -- Printed figures are rounded by other rules than ours: one minor unit is no error.
  if abs(v_tax - round(v_net * (p_line -> 'rate')::numeric * 0.01, p_exponent)) > power(10::numeric, -p_exponent) then return 'tax'; end if;
  return null;
end $$;

/** Differing leaves of two objects as `path → [old, new]`. */
create or replace function private.changed_fields(p_old jsonb, p_new jsonb, p_prefix text default '') returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_result jsonb := '{}';
  v_key text;
  v_old jsonb;
  v_new jsonb;
begin
  for v_key in select k from jsonb_object_keys(p_old || p_new) k where p_old -> k is distinct from p_new -> k loop
    v_old := p_old -> v_key;
    v_new := p_new -> v_key;
    if jsonb_typeof(v_old) = 'object' and jsonb_typeof(v_new) = 'object' then
      v_result := v_result || private.changed_fields(v_old, v_new, p_prefix || v_key || '.');
    else
      v_result := v_result || jsonb_build_object(p_prefix || v_key, jsonb_build_array(v_old, v_new));
    end if;
  end loop;
  return v_result;
end $$;

/**
 * Arguments: the entity's collection, the column that a reader knows the record by, and fields that are no news. What loses its lines with
 * itself is logged before it is deleted, the rest after.
 */
create or replace function private.log_activity() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_silent text[] := '{rev,created_at,updated_at,company_id}'::text[] || coalesce(tg_argv[2], '{}')::text[];
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_old jsonb := case tg_op when 'INSERT' then '{}' when 'DELETE' then v_row - v_silent else to_jsonb(old) - v_silent end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else v_row - v_silent end;
  v_initial text := case when tg_argv[0] = 'invoices' then 'draft' else 'pending' end;
  v_is_hidden boolean := coalesce((v_row ->> 'confidential')::boolean, false);
  v_label text;
  v_changes jsonb := '{}';
  v_told jsonb;
  v_activity uuid;
  v_record jsonb;
  v_text text;
  v_masked jsonb;
begin
  if tg_op = 'UPDATE' then
    v_changes := private.changed_fields(v_old, v_new);
    -- The settings repeat the default account, which has entries of its own.
    if tg_argv[0] = 'companies' then
      v_changes := v_changes - '{settings.company_details.bank.iban,settings.company_details.bank.bic,settings.company_details.bank.name}'::text[];
    end if;
    if v_changes = '{}' then return old; end if;
  end if;
  -- What a new company starts with is not news.
  if current_setting('kontor.is_creating_company', true) = 'on' and tg_argv[0] <> 'companies' then return old; end if;
  -- A seed brings its own history.
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return old; end if;
  -- A deleted company takes its history along.
  if not exists (select from public.companies c where c.id = (v_row ->> 'company_id')::uuid) then return old; end if;
  -- What only some may see is not named to everybody who reads the history.
  v_label := case when v_is_hidden then '' else private.activity_label(tg_argv[0], tg_argv[1], v_row) end;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values ((v_row ->> 'company_id')::uuid, auth.uid(), private.activity_type(tg_op, v_old, v_new), tg_argv[0], (v_row ->> 'id')::uuid,
      v_label, case when v_is_hidden or v_changes = '{}' then '{}' else private.public_changes(v_changes) end)
    returning id, changes into v_activity, v_told;
  if tg_op <> 'UPDATE' then
    v_record := case when tg_argv[0] in ('invoices', 'recurring_invoices')
      then v_row || private.lines_of(tg_argv[0], (v_row ->> 'id')::uuid) else v_row end;
  elsif v_told <> v_changes then
    v_record := v_changes;
  end if;
  if v_record is not null then
    v_text := v_record::text;
    -- Most records are short and hold no account number: neither is looked for twice.
    if octet_length(v_text) > 5000000 then v_record := private.shortened_record(v_record); end if;
    v_masked := v_record;
    if strpos(v_text, 'iban"') > 0 or strpos(v_text, 'bic"') > 0 then v_masked := private.masked_bank_data(v_record); end if;
    insert into public.activity_records (company_id, activity_id, bank_data, content, collection, parent_id, author, confidential, record)
      values ((v_row ->> 'company_id')::uuid, v_activity, case when v_masked = v_record then 'none' else 'masked' end,
        case when tg_op = 'UPDATE' then 'changes' else 'record' end, tg_argv[0],
        (case tg_argv[0] when 'files' then v_row ->> 'expense_id' when 'payments' then v_row ->> 'invoice_id' end)::uuid,
        coalesce(v_row ->> 'created_by', v_row ->> 'user_id')::uuid, v_is_hidden, v_masked);
    if v_masked <> v_record then
      insert into public.activity_records (company_id, activity_id, bank_data, content, collection, parent_id, author, confidential, record)
        select r.company_id, r.activity_id, 'full', r.content, r.collection, r.parent_id, r.author, r.confidential, v_record
        from public.activity_records r where r.activity_id = v_activity;
    end if;
  end if;
  -- A device may create and decide offline, which arrives as one insert.
  if tg_op = 'INSERT' and v_new ->> 'status' <> v_initial then
    insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
      values ((v_row ->> 'company_id')::uuid, auth.uid(), v_new ->> 'status', tg_argv[0], (v_row ->> 'id')::uuid,
        v_label, jsonb_build_object('status', jsonb_build_array(v_initial, v_new -> 'status')));
  end if;
  return old;
end $$;

/** Writes new rows, or edits of rows, in one statement and in the order given; returns how many were written. All documents name the same columns. */
create or replace function private.write_rows(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) returns int
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

/**
 * Changes of one independent collection, all new or all edits, of different records and the same columns: decided together, in one savepoint.
 * If any of them is refused, each half is tried by itself, down to the one that is.
 */
create or replace function private.push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) returns jsonb[]
  language plpgsql volatile set search_path = '' as $$
declare
  v_ids uuid[] := array(select (c ->> 'id')::uuid from unnest(p_changes) c);
  v_half int := cardinality(p_changes) / 2;
  v_before jsonb;
  v_after jsonb;
  v_applied uuid[];
  v_clean jsonb[];
  v_written uuid[] := '{}';
begin
  if v_half = 0 then return array[private.push_change(p_company, p_changes[1])]; end if;
  begin
    v_before := private.read_documents(p_registry.source, p_company, v_ids);
    v_applied := private.applied_among(p_company, p_changes);
    v_clean := array(
      select c from unnest(p_changes) with ordinality as u (c, n)
      where v_before -> (c ->> 'id') ->> 'rev' is not distinct from c ->> 'base_rev'
        and v_before -> (c ->> 'id') ->> 'rev' is distinct from c ->> 'mutation_id' and (c ->> 'id')::uuid <> all (v_applied) order by n);
    if cardinality(v_clean) > 0 then
      -- Row level security hides what may not be changed; a writer beside us leaves another version.
      if private.write_rows(p_registry, p_company, v_clean) < cardinality(v_clean) then
        raise exception 'not_all_taken' using errcode = 'KT000';
      end if;
      perform private.remember_mutations(p_company, v_clean);
      v_written := array(select (c ->> 'id')::uuid from unnest(v_clean) c);
      v_after := private.read_documents(p_registry.source, p_company, v_ids);
    end if;
    return array(
      select jsonb_build_object('collection', c -> 'collection', 'id', c -> 'id', 'mutation_id', c -> 'mutation_id', 'code', null, 'message', null, 'details', null)
        || case
          when (c ->> 'id')::uuid = any (v_written) then jsonb_build_object('status', 'applied', 'row', v_after -> (c ->> 'id'))
          when (c ->> 'id')::uuid = any (v_applied) or v_before -> (c ->> 'id') ->> 'rev' = c ->> 'mutation_id'
            then jsonb_build_object('status', 'applied', 'row', v_before -> (c ->> 'id'))
          else jsonb_build_object('status', 'conflict', 'row', v_before -> (c ->> 'id')) end
      from unnest(p_changes) with ordinality as u (c, n) order by n);
  exception when others then
    if not private.is_refusal(sqlstate) then raise; end if;
  end;
  return private.push_run(p_registry, p_company, p_changes[:v_half]) || private.push_run(p_registry, p_company, p_changes[v_half + 1:]);
end $$;
