-- A device that has everything is answered from one look at the heads of its company. Most pulls are such ones.

-- In plpgsql they keep their plan for the session; a function in SQL is planned again in every statement.
create or replace function private.access_fingerprint(p_company uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select md5(concat_ws('|', cu.is_owner, cu.is_admin, private.second_factor_satisfied(),
      (select string_agg(p.permission_key, ',' order by p.permission_key)
       from public.company_user_permissions p where p.company_id = cu.company_id and p.user_id = cu.user_id)))
    from public.company_users cu
    where cu.company_id = p_company and cu.user_id = (select auth.uid()));
end $$;

create or replace function private.log_heads(p_company uuid) returns table (collection text, place int, source text, head bigint)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.collection, s.position, s.source, coalesce((
      select l.seq from private.change_log l
      where l.company_id = p_company and l.collection = s.collection order by l.seq desc limit 1), 0)
  from private.synced_collections s
  where p_company in (select private.my_companies());
end $$;

create or replace function public.sync_pull(p_company uuid, p_state jsonb default '{}', p_limit int default 500) returns jsonb
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
  -- What an answer may hold, as jsonb; a device takes more in further pages.
  v_bytes int := 2097152;
  v_behind jsonb;
  v_waiting int;
  v_share int;
  v_budget int;
  v_page jsonb;
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
    if v_budget < 1 or v_bytes < 1 then
      v_page := jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', c.cursor, 'more', true);
    else
      v_page := private.pull_collection(p_company, c.collection, c.source, c.cursor, c.head, v_budget, v_bytes, v_snapshot);
      v_left := v_left - jsonb_array_length(v_page -> 'rows') - jsonb_array_length(v_page -> 'deleted');
      v_bytes := v_bytes - pg_column_size(v_page);
    end if;
    v_collections := v_collections || jsonb_build_object(c.collection, v_page);
  end loop;
  return jsonb_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', v_collections);
end $$;
