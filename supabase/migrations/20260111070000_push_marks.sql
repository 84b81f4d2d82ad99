-- Every answer to a push carries a mark. The rows of a conflict or a refusal are versions that the device keeps too: without a mark it could not
-- tell that a server had lost them, when it was set back before the next pull.

/** `src/data/sync/SPEC.md` has the contract. */
create or replace function public.sync_push(p_company uuid, p_changes jsonb) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_mark text;
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
  if exists (select from unnest(v_results) r where r ->> 'status' = 'applied') then
    v_mark := private.mark_push(p_company, cardinality(v_results));
  else
    -- Read after the rows it vouches for: a newer one asks too much, an older one would prove nothing.
    v_mark := (private.company_history(p_company)).mark;
  end if;
  return jsonb_build_object('results', to_jsonb(v_results), 'mark', v_mark);
end $$;
