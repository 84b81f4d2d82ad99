-- What a page of the change log tells: no ids of records that the caller could never see, and no more bytes than a device can take.

/** The key that shows the whole collection (null: membership does), and the one that shows its hidden records. */
alter table private.synced_collections add column view_key text references public.permissions (key), add column hidden_key text references public.permissions (key);
update private.synced_collections s set view_key = k.view_key, hidden_key = k.hidden_key
from (values
  -- Not `members`: every colleague is shown to every member, with or without `users.view`.
  ('vendors', 'vendors.view', null), ('customers', 'customers.view', null), ('invoice_products', 'products.view', null),
  ('invoices', 'invoices.view', null), ('payments', 'payments.view', null), ('recurring_invoices', 'recurring_invoices.view', null),
  ('expenses', 'expenses.view', null), ('recurring_expenses', 'recurring_expenses.view', null), ('files', 'files.view', 'files.view_confidential'),
  ('activity_log', 'activity.view', null)) as k (collection, view_key, hidden_key)
where k.collection = s.collection;

/**
 * Who may have seen the record: its author, and whether any version of it was not hidden. They outlive the record. `was_open` is null
 * for what was deleted before this was written down: everybody hears of that, as before.
 */
alter table private.change_log add column author uuid, add column was_open boolean default true;
update private.change_log l set author = e.created_by from public.expenses e where l.collection = 'expenses' and e.id = l.row_id;
update private.change_log l set author = f.created_by from public.files f where l.collection = 'files' and f.id = l.row_id;
update private.change_log l set author = a.actor_id from public.activity_log a where l.collection = 'activity_log' and a.id = l.row_id;
update private.change_log l set author = m.user_id from public.company_users m where l.collection = 'members' and m.id = l.row_id;
update private.change_log l set was_open = null where l.deleted and l.collection in ('expenses', 'files', 'activity_log', 'members');

/** Deferred to the commit. Arguments: the collection, and the column that names the record (`id`, or a nested row's parent). */
create or replace function private.log_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_company uuid := v_row ->> 'company_id';
  v_deleted boolean := tg_op = 'DELETE';
  v_author uuid := coalesce(v_row ->> 'created_by', v_row ->> 'actor_id', v_row ->> 'user_id');
  v_open boolean := not coalesce((v_row ->> 'confidential')::boolean, false);
begin
  insert into private.change_log as l (company_id, collection, row_id, seq, deleted, author, was_open)
    values (v_company, tg_argv[0], (v_row ->> tg_argv[1])::uuid, private.next_seq(v_company), v_deleted, v_author, v_open)
    on conflict (company_id, collection, row_id) do update
      set seq = excluded.seq, deleted = excluded.deleted, author = coalesce(excluded.author, l.author), was_open = l.was_open or excluded.was_open;
  return null;
end $$;

/** Those of the records whose ids are no news to the caller: they may have seen them. Lost rights lead to a snapshot, not here. */
create function private.nameable(p_company uuid, p_collection text, p_ids uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  -- Asked once, not for each of a thousand ids.
  v_sees_open boolean;
  v_sees_hidden boolean;
begin
  select s.view_key is null or p_company in (select private.companies_with(s.view_key)),
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
drop function private.pull_collection(uuid, text, text, bigint, bigint, int, boolean);
create function private.pull_collection(
  p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit int, p_bytes int, p_snapshot boolean) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_after bigint := p_after;
  v_ids uuid[];
  v_seqs bigint[];
  v_is_end boolean;
  v_rows jsonb := '[]';
  v_found uuid[];
  v_missing uuid[];
  v_deleted uuid[] := '{}';
  v_page jsonb;
  v_cut int;
begin
  if p_collection = 'activity_log' and p_after = 0 then v_after := private.activity_floor(p_company); end if;
  loop
    select array_agg(l.row_id order by l.seq), array_agg(l.seq order by l.seq) into v_ids, v_seqs
      from private.read_log(p_company, p_collection, v_after, p_limit, p_snapshot) l;
    v_is_end := coalesce(cardinality(v_ids), 0) < p_limit;
    exit when v_ids is null;
    -- By primary key and with an array: a join may be planned as a hash over every company's rows.
    execute format(
      'with docs as materialized (select d.id, to_jsonb(d) as doc from %s d where d.id = any ($1) and d.company_id = $2),
         placed as (select docs.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from docs join unnest($1) with ordinality as page (id, place) on page.id = docs.id)
       select coalesce(jsonb_agg(doc order by place) filter (where before < $3), ''[]''), coalesce(array_agg(id), ''{}''), min(place) filter (where before >= $3)
       from placed', p_source)
      into v_page, v_found, v_cut using v_ids, p_company, p_bytes;
    if v_cut is not null then
      v_ids := v_ids[:v_cut - 1];
      v_is_end := false;
    end if;
    v_rows := v_rows || v_page;
    v_after := v_seqs[cardinality(v_ids)];
    if not p_snapshot then
      v_missing := array(select id from unnest(v_ids) id where id <> all (v_found));
      if v_missing <> '{}' then v_deleted := private.nameable(p_company, p_collection, v_missing); end if;
      exit;
    end if;
    exit when jsonb_array_length(v_rows) > 0 or v_is_end;
  end loop;
  if v_is_end then v_after := greatest(v_after, p_head); end if;
  return jsonb_build_object('rows', v_rows, 'deleted', to_jsonb(v_deleted), 'cursor', v_after, 'more', v_after < p_head);
end $$;

revoke all on function private.nameable(uuid, text, uuid[]), private.pull_collection(uuid, text, text, bigint, bigint, int, int, boolean) from public;
grant execute on function private.nameable(uuid, text, uuid[]), private.pull_collection(uuid, text, text, bigint, bigint, int, int, boolean) to authenticated;
