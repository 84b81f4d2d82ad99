-- What changed since a device last asked: all collections in one answer, read with the caller's own rights.

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

create function private.company_epoch(p_company uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select clock.epoch::text from private.company_clocks clock
  where clock.company_id = p_company and p_company in (select private.my_companies()) $$;

/** Position of the newest change per collection. */
create function private.log_heads(p_company uuid) returns table (collection text, place int, source text, head bigint)
  language sql stable security definer set search_path = '' as $$
  select s.collection, s.position, s.source, coalesce((
      select l.seq from private.change_log l
      where l.company_id = p_company and l.collection = s.collection order by l.seq desc limit 1), 0)
  from private.synced_collections s
  where p_company in (select private.my_companies()) $$;

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

/**
 * One collection's page: `{rows, deleted, cursor, more}`. A logged record that the caller may not see comes as deleted;
 * a snapshot (the device starts from nothing) leaves those out and fills its pages with what there is to see.
 */
create function private.pull_collection(
  p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit int, p_snapshot boolean) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_after bigint := p_after;
  v_ids uuid[];
  v_seqs bigint[];
  v_rows jsonb := '[]';
  v_found uuid[];
  v_deleted uuid[] := '{}';
  v_page jsonb;
begin
  if p_collection = 'activity_log' and p_after = 0 then v_after := private.activity_floor(p_company); end if;
  loop
    select array_agg(l.row_id order by l.seq), array_agg(l.seq order by l.seq) into v_ids, v_seqs
      from private.read_log(p_company, p_collection, v_after, p_limit, p_snapshot) l;
    exit when v_ids is null;
    -- By primary key and with an array: a join may be planned as a hash over every company's rows.
    execute format(
      'with docs as materialized (select d.* from %s d where d.id = any ($1) and d.company_id = $2)
       select coalesce(jsonb_agg(to_jsonb(docs) order by page.place), ''[]''), coalesce(array_agg(docs.id), ''{}'')
       from docs join unnest($1) with ordinality as page (id, place) on page.id = docs.id', p_source)
      into v_page, v_found using v_ids, p_company;
    v_rows := v_rows || v_page;
    v_after := v_seqs[cardinality(v_seqs)];
    if not p_snapshot then
      v_deleted := array(select id from unnest(v_ids) id where id <> all (v_found));
      exit;
    end if;
    exit when jsonb_array_length(v_rows) > 0 or cardinality(v_ids) < p_limit;
  end loop;
  v_after := greatest(v_after, case when cardinality(v_ids) = p_limit then 0 else p_head end);
  return jsonb_build_object('rows', v_rows, 'deleted', to_jsonb(v_deleted), 'cursor', v_after, 'more', v_after < p_head);
end $$;

/** `src/data/sync/SPEC.md` has the contract. Stable: the whole answer is read from one snapshot. */
create function public.sync_pull(p_company uuid, p_state jsonb default '{}', p_limit int default 500) returns jsonb
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_access text := private.require_member(p_company);
  v_epoch text := coalesce(private.company_epoch(p_company), 'new');
  v_reset boolean := coalesce(p_state ->> 'epoch' <> v_epoch, false) or coalesce(p_state ->> 'access' <> v_access, false);
  v_snapshot boolean := v_reset or coalesce((p_state ->> 'snapshot')::boolean, false);
  v_left int := least(greatest(coalesce(p_limit, 500), 1), 1000);
  v_behind int;
  v_share int;
  v_budget int;
  v_page jsonb;
  v_collections jsonb := '{}';
  c record;
begin
  select count(*) into v_behind from private.log_heads(p_company) h
    where p_state -> 'cursors' ? h.collection and (v_reset or h.head > (p_state -> 'cursors' ->> h.collection)::bigint);
  v_share := greatest(1, v_left / (2 * greatest(v_behind, 1)));

  for c in
    select h.collection, h.source, h.head, case when v_reset then 0 else (p_state -> 'cursors' ->> h.collection)::bigint end as cursor
    from private.log_heads(p_company) h where p_state -> 'cursors' ? h.collection order by h.place
  loop
    if c.head <= c.cursor then
      v_page := jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', c.cursor, 'more', false);
    else
      -- Parents first, but what comes later keeps a share of every answer.
      v_behind := v_behind - 1;
      v_budget := least(v_left, greatest(1, v_left - v_share * v_behind));
      if v_budget < 1 then
        v_page := jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', c.cursor, 'more', true);
      else
        v_page := private.pull_collection(p_company, c.collection, c.source, c.cursor, c.head, v_budget, v_snapshot);
        v_left := v_left - jsonb_array_length(v_page -> 'rows') - jsonb_array_length(v_page -> 'deleted');
      end if;
    end if;
    v_collections := v_collections || jsonb_build_object(c.collection, v_page);
  end loop;
  return jsonb_build_object('epoch', v_epoch, 'access', v_access, 'reset', v_reset, 'collections', v_collections);
end $$;

/** After a restore: every device of the company (or of all) takes a fresh snapshot and keeps its unsynced work. */
create function public.rotate_epoch(p_company uuid default null) returns void
  language sql set search_path = '' as $$
  update private.company_clocks set epoch = gen_random_uuid() where p_company is null or company_id = p_company $$;

revoke all on function
  private.require_member(uuid), private.company_epoch(uuid), private.log_heads(uuid), private.read_log(uuid, text, bigint, int, boolean),
  private.activity_floor(uuid), private.pull_collection(uuid, text, text, bigint, bigint, int, boolean) from public;
grant execute on function
  private.require_member(uuid), private.company_epoch(uuid), private.log_heads(uuid), private.read_log(uuid, text, bigint, int, boolean),
  private.activity_floor(uuid), private.pull_collection(uuid, text, text, bigint, bigint, int, boolean) to authenticated;
revoke all on function public.sync_pull(uuid, jsonb, int), public.rotate_epoch(uuid) from public, anon, authenticated;
grant execute on function public.sync_pull(uuid, jsonb, int) to authenticated;
grant execute on function public.rotate_epoch(uuid) to service_role;
grant select, update on private.company_clocks to service_role;
