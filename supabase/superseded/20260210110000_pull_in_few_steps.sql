-- A pull that brings nothing, or little, is what devices ask for most, and many at once. What it takes is not reading but the number of steps: each
-- statement of a function is set up anew in every transaction, and one that looks cheaper for known values is planned anew each time.

/** Position of the newest change per collection. A device that has everything is answered from one look at these. Most pulls are such ones. */
create or replace function private.log_heads(p_company uuid) returns table (collection text, place int, source text, head bigint)
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = auth.uid()) then return; end if;
  return query
  select s.collection, s.position, s.source, coalesce((
      select l.seq from private.change_log l
      where l.company_id = p_company and l.collection = s.collection order by l.seq desc limit 1), 0)
  from private.synced_collections s;
end $$;

/**
 * `src/data/sync/SPEC.md` has the contract. Stable: the whole answer is read from one snapshot. The head of the ledger goes along with what every device
 * asks for anyway. A page of records is put together as text: as jsonb each level of the answer was built anew from all that lay in it, seven times
 * for every record. What it asks is asked by plans that do not depend on the company: which one it is decides nothing about how to look.
 */
create or replace function public.sync_pull(p_company uuid, p_state jsonb default '{}', p_limit int default 500) returns json
  language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan as $$
declare
  v_access text := private.require_member(p_company);
  v_history record := private.company_history(p_company);
  v_epoch text := coalesce(v_history.epoch, 'new');
  v_why text := case
    when p_state ->> 'epoch' <> v_epoch then 'restored'
    when exists (select from jsonb_each_text(p_state -> 'cursors') c where c.value::bigint > coalesce(v_history.head, 0)) then 'restored'
    when p_state ->> 'mark' <> coalesce(v_history.mark, '') then private.mark_trouble(p_company, p_state ->> 'mark') end;
  v_reset boolean;
  v_snapshot boolean;
  v_left int := least(greatest(coalesce(p_limit, 500), 1), 1000);
  -- What an answer may hold, as text; a device takes more in further pages.
  v_bytes int := 2097152;
  v_behind jsonb;
  v_waiting int;
  v_share int;
  v_budget int;
  v_page record;
  v_names text[];
  v_pages json[];
  c record;
begin
  if v_why is null and p_state ->> 'access' <> v_access then v_why := 'access'; end if;
  v_reset := v_why is not null;
  v_snapshot := v_reset or coalesce((p_state ->> 'snapshot')::boolean, false);
  -- All that was asked for: what has nothing new is answered at once, for most devices have everything.
  select
      array_agg(h.collection) filter (where h.head <= h.cursor is not false),
      array_agg(json_build_object('rows', '[]'::json, 'deleted', '[]'::json, 'cursor', h.cursor, 'more', false)) filter (where h.head <= h.cursor is not false),
      jsonb_agg(to_jsonb(h) order by h.place) filter (where h.head > h.cursor)
    into v_names, v_pages, v_behind
    from (
      select l.*, case when v_reset then 0 else (p_state -> 'cursors' ->> l.collection)::bigint end as cursor
      from private.log_heads(p_company) l where p_state -> 'cursors' ? l.collection) h;
  v_waiting := coalesce(jsonb_array_length(v_behind), 0);
  v_share := greatest(1, v_left / (2 * greatest(v_waiting, 1)));

  for c in select * from jsonb_to_recordset(v_behind) as b (collection text, source text, head bigint, cursor bigint) loop
    -- Parents first, but what comes later keeps a share of every answer.
    v_waiting := v_waiting - 1;
    v_budget := least(v_left, greatest(1, v_left - v_share * v_waiting));
    v_names := v_names || c.collection;
    if v_budget < 1 or v_bytes < 1 then
      v_pages := v_pages || json_build_object('rows', '[]'::json, 'deleted', '[]'::json, 'cursor', c.cursor, 'more', true);
    else
      v_page := private.pull_collection(p_company, c.collection, c.source, c.cursor, c.head, v_budget, v_bytes, v_snapshot);
      v_left := v_left - v_page.taken;
      v_bytes := v_bytes - v_page.bytes;
      v_pages := v_pages || v_page.page;
    end if;
  end loop;
  return (
    select case when p_state ? 'ledger'
      then json_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', told.pages,
        'ledger', private.ledger_head(p_company, (p_state ->> 'ledger')::bigint))
      -- An older device does not ask.
      else json_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', told.pages) end
    from (select coalesce(json_object_agg(e.name, e.page), '{}') as pages from unnest(v_names, v_pages) e (name, page)) told);
end $$;
