-- What changed since a device last asked: all collections in one answer, read with the caller's own rights. A page tells no ids of records that
-- the caller could never see, and holds no more bytes than a device can take.

/** Refuses strangers and sessions that still owe a second factor; returns the fingerprint of the caller's rights. */
create function private.require_member(p_company uuid) returns text
  language plpgsql stable set search_path = '' as $$
declare
  v_access text := private.access_fingerprint(p_company);
begin
  if v_access is null then raise exception 'not_a_member' using errcode = '42501'; end if;
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return v_access;
end $$;

/** Position of the newest change per collection. A device that has everything is answered from one look at these. Most pulls are such ones. */
create function private.log_heads(p_company uuid) returns table (collection text, place int, source text, head bigint)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.collection, s.position, s.source, coalesce((
      select l.seq from private.change_log l
      where l.company_id = p_company and l.collection = s.collection order by l.seq desc limit 1), 0)
  from private.synced_collections s
  where p_company in (select private.my_companies());
end $$;

create function private.read_log(p_company uuid, p_collection text, p_after bigint, p_limit int, p_live_only boolean)
  returns table (row_id uuid, seq bigint, deleted boolean)
  language sql stable security definer set search_path = '' as $$
  select l.row_id, l.seq, l.deleted from private.change_log l
  where l.company_id = p_company and l.collection = p_collection and l.seq > p_after
    and not (p_live_only and l.deleted)
    and p_company in (select private.my_companies())
  order by l.seq limit p_limit $$;

/** Where a first load of the history starts: devices keep its newest 200 entries. */
create function private.activity_floor(p_company uuid) returns bigint
  language sql stable security definer set search_path = '' as $$
  select coalesce((
    select l.seq from private.change_log l
    where l.company_id = p_company and l.collection = 'activity_log' and not l.deleted
      and p_company in (select private.my_companies())
    order by l.seq desc offset 200 limit 1), 0) $$;

/** Those of the records whose ids are no news to the caller: they may have seen them. Lost rights lead to a snapshot, not here. */
create function private.nameable(p_company uuid, p_collection text, p_ids uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  -- Asked once, not for each of a thousand ids.
  v_sees_open boolean;
  v_sees_hidden boolean;
begin
  select (s.view_key is null or p_company in (select private.companies_with(s.view_key)))
        and not exists (select from unnest(s.further_keys) k where p_company not in (select private.companies_with(k))),
      s.hidden_key is null or p_company in (select private.companies_with(s.hidden_key))
    into v_sees_open, v_sees_hidden
    from private.synced_collections s where s.collection = p_collection and p_company in (select private.my_companies());
  if not found then return '{}'; end if;
  return array(
    select l.row_id from private.change_log l
    where l.company_id = p_company and l.collection = p_collection and l.row_id = any (p_ids)
      and (l.was_open is null or l.author = v_me or (v_sees_open and (l.was_open or v_sees_hidden))));
end $$;

/**
 * One collection's page: `{rows, deleted, cursor, more}`. A logged record that the caller may not see any more comes as deleted; one that they
 * could never see is passed over. A snapshot (the device starts from nothing) leaves both out and fills its pages with what there is to see.
 * A page ends early when it has `p_bytes`, but never without a row.
 */
create function private.pull_collection(
    p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit int, p_bytes int, p_snapshot boolean,
    out page json, out taken int, out bytes int)
  language plpgsql stable set search_path = '' as $$
declare
  v_after bigint := p_after;
  v_ids uuid[];
  v_seqs bigint[];
  v_is_end boolean;
  v_rows json := '[]';
  v_found uuid[];
  v_missing uuid[];
  v_deleted uuid[] := '{}';
  v_cut int;
begin
  taken := 0;
  if p_collection = 'activity_log' and p_after = 0 then v_after := private.activity_floor(p_company); end if;
  loop
    select array_agg(l.row_id order by l.seq), array_agg(l.seq order by l.seq) into v_ids, v_seqs
      from private.read_log(p_company, p_collection, v_after, p_limit, p_snapshot) l;
    v_is_end := coalesce(cardinality(v_ids), 0) < p_limit;
    exit when v_ids is null;
    -- By primary key and with an array: a join may be planned as a hash over every company's rows.
    execute format(
      'with docs as materialized (select d.id, to_json(d) as doc from %s d where d.id = any ($1) and d.company_id = $2),
         placed as (select docs.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from docs join unnest($1) with ordinality as page (id, place) on page.id = docs.id)
       select coalesce(json_agg(doc order by place), ''[]''), count(*), (select coalesce(array_agg(id), ''{}'') from placed),
         (select min(place) from placed where before >= $3)
       from placed where before < $3', p_source)
      into v_rows, taken, v_found, v_cut using v_ids, p_company, p_bytes;
    if v_cut is not null then
      v_ids := v_ids[:v_cut - 1];
      v_is_end := false;
    end if;
    v_after := v_seqs[cardinality(v_ids)];
    if not p_snapshot then
      v_missing := array(select id from unnest(v_ids) id where id <> all (v_found));
      if v_missing <> '{}' then v_deleted := private.nameable(p_company, p_collection, v_missing); end if;
      exit;
    end if;
    exit when taken > 0 or v_is_end;
  end loop;
  if v_is_end then v_after := greatest(v_after, p_head); end if;
  -- A page that was cut has taken all there was, whatever its parts come to when they are put together.
  bytes := case when v_cut is null then pg_column_size(v_rows) else p_bytes end;
  taken := taken + cardinality(v_deleted);
  page := json_build_object('rows', v_rows, 'deleted', v_deleted, 'cursor', v_after, 'more', v_after < p_head);
end $$;

/**
 * `src/data/sync/SPEC.md` has the contract. Stable: the whole answer is read from one snapshot. The head of the ledger goes along with what every device
 * asks for anyway. A page of records is put together as text: as jsonb each level of the answer was built anew from all that lay in it, seven times
 * for every record.
 */
create function public.sync_pull(p_company uuid, p_state jsonb default '{}', p_limit int default 500) returns json
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
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
  v_names text[] := '{}';
  v_pages json[] := '{}';
  v_collections jsonb;
  c record;
begin
  if v_why is null and p_state ->> 'access' <> v_access then v_why := 'access'; end if;
  v_reset := v_why is not null;
  v_snapshot := v_reset or coalesce((p_state ->> 'snapshot')::boolean, false);
  -- All that was asked for, as if nothing were new, and of what there is something: asked once, for most devices have everything.
  select
      coalesce(jsonb_object_agg(h.collection, jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', h.cursor, 'more', false)), '{}'),
      jsonb_agg(to_jsonb(h) order by h.place) filter (where h.head > h.cursor)
    into v_collections, v_behind
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
    from (
      select coalesce(json_object_agg(e.name, coalesce(p.page, e.page::json)), '{}') as pages
      from jsonb_each(v_collections) e (name, page) left join unnest(v_names, v_pages) p (name, page) on p.name = e.name) told);
end $$;

/** After a restore: every device of the company (or of all) takes a fresh snapshot and keeps its unsynced work. */
create function public.rotate_epoch(p_company uuid default null) returns void
  language sql set search_path = '' as $$
  update private.company_clocks set epoch = gen_random_uuid() where p_company is null or company_id = p_company $$;
grant select, update on private.company_clocks to service_role;

revoke all on function
  private.require_member(uuid), private.log_heads(uuid), private.read_log(uuid, text, bigint, int, boolean), private.activity_floor(uuid),
  private.nameable(uuid, text, uuid[]), private.pull_collection(uuid, text, text, bigint, bigint, int, int, boolean) from public;
revoke all on function public.sync_pull(uuid, jsonb, int), public.rotate_epoch(uuid) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.require_member(uuid), private.log_heads(uuid), private.read_log(uuid, text, bigint, int, boolean), private.activity_floor(uuid),
  private.nameable(uuid, text, uuid[]), private.pull_collection(uuid, text, text, bigint, bigint, int, int, boolean) to authenticated;
grant execute on function public.sync_pull(uuid, jsonb, int) to authenticated;
grant execute on function public.rotate_epoch(uuid) to service_role;
