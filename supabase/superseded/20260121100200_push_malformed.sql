-- A change with a malformed mutation id goes alone and is refused by name, as it is when it is sent alone: in a run it met a conflict first.

/** `src/data/sync/SPEC.md` has the contract. */
create or replace function public.sync_push(p_company uuid, p_changes jsonb) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_answers jsonb[];
  v_registry private.synced_collections;
  v_mark text;
  r record;
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
  if exists (select from unnest(v_results) answer where answer ->> 'status' = 'applied') then
    v_mark := private.mark_push(p_company, cardinality(v_results));
  else
    -- Read after the rows it vouches for: a newer one asks too much, an older one would prove nothing.
    v_mark := (private.company_history(p_company)).mark;
  end if;
  return jsonb_build_object('results', to_jsonb(v_results), 'mark', v_mark);
end $$;
