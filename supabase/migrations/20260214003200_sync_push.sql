-- A device's changes in the order of dependency, each applied once and answered by itself. Changes of one collection that need not be told apart
-- are one statement: one by one, a thousand offline edits would be a thousand times five statements, each planned anew.
-- `tests/db/push-runs.test.ts` holds that the answers are those of one change after another.

/** Whether an error is about the change. What is not (a lock, a full disk, an ended session) is no answer to it: that fails the call, and the device repeats all of it. */
create function private.is_refusal(p_state text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_state not in ('40001', '40P01', '55P03', '57014') and p_state !~ '^(53|57P|58|XX|PT)';
end $$;

/** What a device can act on: a key for what it knows, PostgreSQL's own words for the rest. */
create function private.refusal_message(p_state text, p_message text, p_is_delete boolean) returns text
  language sql immutable set search_path = '' as $$
  select case
    when p_state = '42501' then 'not_allowed'
    when p_state = '23503' then case when p_is_delete then 'still_in_use' else 'missing_parent' end
    else p_message end $$;

/** The records whose change, of these, was applied before; none if the caller is no member. */
create function private.applied_among(p_company uuid, p_changes jsonb[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return array(
    select m.row_id from unnest(p_changes) c
    join private.applied_mutations m on m.company_id = p_company and m.mutation_id = c ->> 'mutation_id'
      and m.collection = c ->> 'collection' and m.row_id = (c ->> 'id')::uuid
    where exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = auth.uid()));
end $$;

/** Notes the changes as applied by the caller, if they are a member: repeated, they change nothing. */
create function private.remember_mutations(p_company uuid, p_changes jsonb[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id)
  select cu.company_id, c ->> 'mutation_id', c ->> 'collection', (c ->> 'id')::uuid, cu.user_id
  from public.company_users cu, unnest(p_changes) c where cu.company_id = p_company and cu.user_id = auth.uid()
  on conflict do nothing;
end $$;

/** Decides and applies one change; raises what is refused. Returns `{status, row}`. */
create function private.apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_id uuid := p_change ->> 'id';
  v_mutation text := p_change ->> 'mutation_id';
  v_base text := p_change ->> 'base_rev';
  v_is_delete boolean := p_change ->> 'op' = 'delete';
  v_is_nested boolean;
  v_current jsonb;
  v_count int := 0;
begin
  if cardinality(private.applied_among(p_company, array[p_change])) > 0 then
    return jsonb_build_object('status', 'applied', 'row', private.read_document(p_registry.source, p_company, v_id));
  end if;
  -- Whether a record still is the version that a change began with, its own statement tells; of what is new and was there, `push_change` does. Lines are
  -- written before their record.
  v_is_nested := exists (select from private.nested_collections n where n.collection = p_registry.collection and p_change -> 'doc' ? n.key);
  if v_is_nested then v_current := private.read_document(p_registry.source, p_company, v_id); end if;
  if v_base is distinct from v_mutation and (not v_is_nested or v_current ->> 'rev' is not distinct from v_base) then
    if v_is_delete then v_count := private.delete_document(p_registry, p_company, v_id, v_base);
    else v_count := private.write_document(p_registry, p_company, v_id, v_base, v_mutation, coalesce(p_change -> 'doc', '{}'));
    end if;
  end if;
  v_current := private.read_document(p_registry.source, p_company, v_id);
  if v_count > 0 then
    perform private.remember_mutations(p_company, array[p_change]);
    return jsonb_build_object('status', 'applied', 'row', v_current);
  end if;
  if v_current ->> 'rev' = v_mutation or v_is_delete and v_current is null then return jsonb_build_object('status', 'applied', 'row', v_current); end if;
  -- Row level security hides what may not be changed; a writer beside us leaves another version.
  if v_current ->> 'rev' is distinct from v_base then return jsonb_build_object('status', 'conflict', 'row', v_current); end if;
  raise exception 'not_allowed' using errcode = '42501';
end $$;

/** One change in its savepoint. One that makes no sense is refused by itself, whatever stands where an id should stand; the others go through. */
create function private.push_change(p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_result jsonb := jsonb_build_object(
    'collection', p_change -> 'collection', 'id', p_change -> 'id', 'mutation_id', p_change -> 'mutation_id');
  v_registry private.synced_collections;
  v_id uuid;
  v_row jsonb;
  v_is_sound boolean := false;
  v_state text; v_message text; v_detail text; v_column text; v_constraint text;
begin
  begin
    select * into v_registry from private.synced_collections s where s.collection = p_change ->> 'collection';
    if not found then raise exception 'unknown_collection' using errcode = 'P0001', detail = 'collection'; end if;
    if char_length(p_change ->> 'mutation_id') not between 1 and 80 or p_change ->> 'mutation_id' is null then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'mutation_id';
    end if;
    v_id := p_change ->> 'id';
    if v_id is null then raise exception 'invalid_change' using errcode = 'P0001', detail = 'id'; end if;
    if coalesce(p_change ->> 'op', '') not in ('upsert', 'delete') then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'op';
    end if;
    v_is_sound := true;
    return v_result || '{"code": null, "message": null, "details": null}' || private.apply_change(v_registry, p_company, p_change);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_column = column_name, v_constraint = constraint_name;
    if not private.is_refusal(v_state) then raise; end if;
  end;
  if v_id is not null then v_row := private.read_document(v_registry.source, p_company, v_id); end if;
  -- What should be new was there before: that counts, whatever the attempt ran into.
  if v_is_sound and v_row is not null and p_change ->> 'base_rev' is null then
    return v_result || '{"code": null, "message": null, "details": null}'
      || jsonb_build_object('status', case when v_row ->> 'rev' = p_change ->> 'mutation_id' then 'applied' else 'conflict' end, 'row', v_row);
  end if;
  return v_result || jsonb_build_object('status', 'rejected', 'row', v_row, 'code', v_state,
    'message', private.refusal_message(v_state, v_message, p_change ->> 'op' = 'delete'),
    'details', coalesce(nullif(v_column, ''), nullif(v_constraint, ''), nullif(v_detail, '')));
end $$;

/**
 * Changes of one independent collection, all new or all edits, of different records and the same columns: decided together, in one savepoint.
 * If any of them is refused, each half is tried by itself, down to the one that is.
 */
create function private.push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) returns jsonb[]
  language plpgsql volatile set search_path = '' as $$
declare
  v_ids uuid[] := array(select (c ->> 'id')::uuid from unnest(p_changes) c);
  v_half int := cardinality(p_changes) / 2;
  v_revs jsonb;
  v_rows jsonb;
  v_applied uuid[];
  v_clean jsonb[];
  v_written uuid[] := '{}';
begin
  if v_half = 0 then return array[private.push_change(p_company, p_changes[1])]; end if;
  begin
    v_revs := private.read_revs(p_registry.source, p_company, v_ids);
    v_applied := private.applied_among(p_company, p_changes);
    v_clean := array(
      select c from unnest(p_changes) with ordinality as u (c, n)
      where v_revs ->> (c ->> 'id') is not distinct from c ->> 'base_rev'
        and v_revs ->> (c ->> 'id') is distinct from c ->> 'mutation_id' and (c ->> 'id')::uuid <> all (v_applied) order by n);
    if cardinality(v_clean) > 0 then
      -- Row level security hides what may not be changed; a writer beside us leaves another version.
      if private.write_rows(p_registry, p_company, v_clean) < cardinality(v_clean) then
        raise exception 'not_all_taken' using errcode = 'KT000';
      end if;
      perform private.remember_mutations(p_company, v_clean);
      v_written := array(select (c ->> 'id')::uuid from unnest(v_clean) c);
    end if;
    v_rows := private.read_documents(p_registry.source, p_company, v_ids);
    return array(
      select jsonb_build_object('collection', c -> 'collection', 'id', c -> 'id', 'mutation_id', c -> 'mutation_id', 'code', null, 'message', null, 'details', null,
        'status', case
          when (c ->> 'id')::uuid = any (v_written) or (c ->> 'id')::uuid = any (v_applied) or v_revs ->> (c ->> 'id') = c ->> 'mutation_id' then 'applied'
          else 'conflict' end,
        'row', v_rows -> (c ->> 'id'))
      from unnest(p_changes) with ordinality as u (c, n) order by n);
  exception when others then
    if not private.is_refusal(sqlstate) then raise; end if;
  end;
  return private.push_run(p_registry, p_company, p_changes[:v_half]) || private.push_run(p_registry, p_company, p_changes[v_half + 1:]);
end $$;

/** The answers to changes, each in its place. */
create function private.push_changes(p_company uuid, p_changes jsonb) returns jsonb[]
  language plpgsql volatile set search_path = '' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_answers jsonb[];
  v_registry private.synced_collections;
  r record;
begin
  for r in
    with placed as (
      -- Parents before children; deletions after everything else, and children first.
      select c, place, row_number() over (order by c ->> 'op' = 'delete', case when c ->> 'op' = 'delete' then -s.position else s.position end, place) as n,
        case when s.is_independent and c ->> 'op' = 'upsert' and jsonb_typeof(c -> 'doc') = 'object'
          and c ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and char_length(c ->> 'mutation_id') between 1 and 80
          then s.collection end as collection
      from jsonb_array_elements(p_changes) with ordinality as change (c, place)
      left join private.synced_collections s on s.collection = c ->> 'collection'),
    kinds as (
      -- The second change of a record follows its first; what cannot go with others goes alone.
      select p.*, case when p.collection is not null and row_number() over (partition by p.collection, c ->> 'id' order by n) = 1
        then concat_ws(' ', p.collection, c ->> 'base_rev' is null, (select string_agg(k, ',' order by k) from jsonb_object_keys(c -> 'doc') k))
        else n::text end as kind
      from placed p),
    runs as (select k.*, n - row_number() over (partition by kind order by n) as run from kinds k)
    select min(collection) as collection, array_agg(c order by n) as changes, array_agg(place order by n) as places from runs group by kind, run order by min(n)
  loop
    if cardinality(r.changes) = 1 then
      v_answers := array[private.push_change(p_company, r.changes[1])];
    else
      select * into strict v_registry from private.synced_collections s where s.collection = r.collection;
      v_answers := private.push_run(v_registry, p_company, r.changes);
    end if;
    for i in 1 .. cardinality(r.places) loop
      v_results[r.places[i]] := v_answers[i];
    end loop;
  end loop;
  return v_results;
end $$;

/** `src/data/sync/SPEC.md` has the contract. */
create function public.sync_push(p_company uuid, p_changes jsonb) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  v_results jsonb[];
  v_mark text;
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
  v_results := case jsonb_array_length(p_changes) when 1 then array[private.push_change(p_company, p_changes -> 0)]
    else private.push_changes(p_company, p_changes) end;
  if exists (select from unnest(v_results) answer where answer ->> 'status' = 'applied') then
    v_mark := private.mark_push(p_company, cardinality(v_results));
  else
    -- Read after the rows it vouches for: a newer one asks too much, an older one would prove nothing.
    v_mark := (private.company_history(p_company)).mark;
  end if;
  return jsonb_build_object('results', to_jsonb(v_results), 'mark', v_mark);
end $$;

revoke all on function
  private.is_refusal(text), private.refusal_message(text, text, boolean), private.applied_among(uuid, jsonb[]),
  private.remember_mutations(uuid, jsonb[]), private.apply_change(private.synced_collections, uuid, jsonb), private.push_change(uuid, jsonb),
  private.push_run(private.synced_collections, uuid, jsonb[]), private.push_changes(uuid, jsonb) from public;
revoke all on function public.sync_push(uuid, jsonb) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.is_refusal(text), private.refusal_message(text, text, boolean), private.applied_among(uuid, jsonb[]),
  private.remember_mutations(uuid, jsonb[]), private.apply_change(private.synced_collections, uuid, jsonb), private.push_change(uuid, jsonb),
  private.push_run(private.synced_collections, uuid, jsonb[]), private.push_changes(uuid, jsonb) to authenticated;
grant execute on function public.sync_push(uuid, jsonb) to authenticated;
