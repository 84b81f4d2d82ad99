-- The history of a company. Business changes are written by triggers and cannot be skipped; a client may add entries of its own.
create table public.activity_log (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  actor_id uuid default auth.uid(),
  type text not null check (char_length(type) <= 60),
  entity_type text not null default '' check (char_length(entity_type) <= 60),
  entity_id uuid,
  entity_label text not null default '' check (char_length(entity_label) <= 300),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80)
);
create index activity_log_company_id_created_at_idx on public.activity_log (company_id, created_at desc, id desc);

call private.make_synced('activity_log', 80, 'activity_log',
  '{actor_id,type,entity_type,entity_id,entity_label,changes}', '{}');
revoke delete on public.activity_log from authenticated;

create policy member_select on public.activity_log for select to authenticated
  using (company_id = any (array(select private.companies_with('activity.view')))
    or (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))));
create policy member_insert on public.activity_log for insert to authenticated
  with check (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies())));

/** Whoever adds an entry is its actor, whatever was sent. */
create function private.claim_activity() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then new.actor_id := auth.uid(); end if;
  return new;
end $$;
create trigger claim_activity before insert on public.activity_log for each row execute function private.claim_activity();

/** Differing leaves of two objects as `path → [old, new]`; account numbers are named but not shown. */
create function private.changed_fields(p_old jsonb, p_new jsonb, p_prefix text default '') returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_result jsonb := '{}';
  v_key text;
  v_old jsonb;
  v_new jsonb;
begin
  for v_key in select jsonb_object_keys(p_old || p_new) loop
    v_old := p_old -> v_key;
    v_new := p_new -> v_key;
    if v_old is not distinct from v_new then continue; end if;
    if jsonb_typeof(v_old) = 'object' and jsonb_typeof(v_new) = 'object' then
      v_result := v_result || private.changed_fields(v_old, v_new, p_prefix || v_key || '.');
    elsif v_key in ('iban', 'bic') then
      v_result := v_result || jsonb_build_object(p_prefix || v_key, jsonb_build_array('…', '…'));
    else
      v_result := v_result || jsonb_build_object(p_prefix || v_key, jsonb_build_array(v_old, v_new));
    end if;
  end loop;
  return v_result;
end $$;

/** The verb of a change: what happened to the status if it has one, else created, updated or deleted. */
create function private.activity_type(p_op text, p_old jsonb, p_new jsonb) returns text
  language sql immutable set search_path = '' as $$
  select case
    when p_op = 'INSERT' then 'created'
    when p_op = 'DELETE' then 'deleted'
    when p_old ->> 'status' is not distinct from p_new ->> 'status' then 'updated'
    when p_new ->> 'status' = 'pending' and p_old ->> 'status' = 'rejected' then 'resubmitted'
    when p_new ->> 'status' = 'pending' then 'reopened'
    when p_old ->> 'status' = 'pending' or (p_old ->> 'status', p_new ->> 'status') = ('approved', 'reimbursed') then p_new ->> 'status'
    else 'status_overridden' end $$;

/** Arguments: the entity's collection and the column that a reader knows the record by. */
create function private.log_activity() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - '{rev,created_at,updated_at,company_id}'::text[] end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - '{rev,created_at,updated_at,company_id}'::text[] end;
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_changes jsonb := '{}';
begin
  if tg_op = 'UPDATE' then
    v_changes := private.changed_fields(v_old, v_new);
    if v_changes = '{}' then return null; end if;
  end if;
  -- What a new company starts with is not news.
  if current_setting('kontor.is_creating_company', true) = 'on' and tg_argv[0] <> 'companies' then return null; end if;
  -- A seed brings its own history.
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return null; end if;
  -- A deleted company takes its history along.
  if not exists (select from public.companies c where c.id = (v_row ->> 'company_id')::uuid) then return null; end if;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values ((v_row ->> 'company_id')::uuid, auth.uid(), private.activity_type(tg_op, v_old, v_new), tg_argv[0], (v_row ->> 'id')::uuid,
      -- What only some may see is not named to everybody who reads the history.
      case when v_row -> 'confidential' = 'true' then '' else coalesce(left(v_row ->> tg_argv[1], 300), '') end,
      case when v_row -> 'confidential' = 'true' then '{}' else v_changes end);
  -- A device may create and decide offline, which arrives as one insert.
  if tg_op = 'INSERT' and v_new ->> 'status' <> 'pending' then
    insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
      values ((v_row ->> 'company_id')::uuid, auth.uid(), v_new ->> 'status', tg_argv[0], (v_row ->> 'id')::uuid,
        coalesce(left(v_row ->> tg_argv[1], 300), ''), jsonb_build_object('status', jsonb_build_array('pending', v_new -> 'status')));
  end if;
  return null;
end $$;

revoke all on function private.claim_activity(), private.changed_fields(jsonb, jsonb, text), private.activity_type(text, jsonb, jsonb), private.log_activity() from public;
