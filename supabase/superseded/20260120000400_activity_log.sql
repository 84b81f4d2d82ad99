-- The history of a company. Business changes are written by triggers and cannot be skipped; a client may add entries of its own, which nobody
-- can take for what happened, and nobody makes it heavy.

/** What was and what is, by field. */
create function private.are_changes(p_changes jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_changes) = 'object' and not jsonb_path_exists(p_changes, 'strict $.* ? (@.type() != "array" || @.size() != 2)') $$;

create table public.activity_log (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  actor_id uuid default auth.uid(),
  type text not null check (char_length(type) <= 60),
  entity_type text not null default '' check (char_length(entity_type) <= 60),
  entity_id uuid,
  entity_label text not null default '' check (char_length(entity_label) <= 300),
  changes jsonb not null default '{}' check (private.are_changes(changes)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  /** Who wrote the entry: a trigger (it happened), or somebody through the API (they say so). */
  origin text not null default 'trigger' check (origin in ('trigger', 'client')),
  constraint activity_log_changes_size check (octet_length(changes::text) <= 16384)
);
create index activity_log_company_id_created_at_idx on public.activity_log (company_id, created_at desc, id desc);
-- The history of one record is asked for whenever its page is opened with a network.
create index activity_log_company_id_entity_id_idx on public.activity_log (company_id, entity_id, created_at desc, id desc);

call private.make_synced('activity_log', 80, 'activity_log',
  '{actor_id,type,entity_type,entity_id,entity_label,changes}', '{}');
revoke delete on public.activity_log from authenticated;
update private.synced_collections set view_key = 'activity.view' where collection = 'activity_log';

/** The history of people and invitations is for who may view users, that of the mail settings for who may change them; and each for who did it. */
create policy member_select on public.activity_log for select to authenticated
  using ((company_id = any (array(select private.companies_with('activity.view')))
      and (entity_type not in ('members', 'invites') or company_id = any (array(select private.companies_with('users.view'))))
      and (entity_type <> 'mail_settings' or company_id = any (array(select private.companies_with('settings.mail')))))
    or (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))));
-- A person adds what only people know. What happened to a record is the triggers' to say.
create policy member_insert on public.activity_log for insert to authenticated
  with check (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))
    and type in ('note', 'payment_deleted')
    and (entity_type = '' or entity_type in (select s.collection from private.synced_collections s)));

/** Changes that fit an entry of the history: long values are named without what they held; if that is still too much, none are named. */
create function private.shortened_changes(p_changes jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_short jsonb;
begin
  if octet_length(p_changes::text) <= 16384 then return p_changes; end if;
  v_short := (select jsonb_object_agg(c.key, case when octet_length(c.value::text) > 400 then '["…", "…"]' else c.value end) from jsonb_each(p_changes) c);
  return case when octet_length(v_short::text) <= 16384 then v_short else '{}' end;
end $$;

/** Whoever adds an entry is its actor, and it is theirs, whatever was sent; a trigger's own is made to fit. */
create function private.claim_activity() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.actor_id := auth.uid();
    new.origin := 'client';
  else
    new.changes := private.shortened_changes(new.changes);
  end if;
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

/** The word for what happened to a record. */
create function private.activity_type(p_op text, p_old jsonb, p_new jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_op = 'INSERT' then 'created'
    when p_op = 'DELETE' then 'deleted'
    when p_new ? 'last_generated' then case
      when p_old -> 'last_generated' <> p_new -> 'last_generated' then 'generated'
      when p_old ->> 'generation_error' <> p_new ->> 'generation_error' and p_new ->> 'generation_error' <> '' then 'generation_failed'
      else 'updated' end
    when p_new ? 'payment_status' then case
      when p_old ->> 'status' <> p_new ->> 'status' then p_new ->> 'status'
      when p_old ->> 'payment_status' <> p_new ->> 'payment_status' then p_new ->> 'payment_status'
      when p_old ->> 'delivery' <> p_new ->> 'delivery' then p_new ->> 'delivery'
      else 'updated' end
    when p_old ->> 'status' is not distinct from p_new ->> 'status' then 'updated'
    when p_new ->> 'status' = 'pending' and p_old ->> 'status' = 'rejected' then 'resubmitted'
    when p_new ->> 'status' = 'pending' then 'reopened'
    when p_old ->> 'status' = 'pending' or (p_old ->> 'status', p_new ->> 'status') = ('approved', 'reimbursed') then p_new ->> 'status'
    else 'status_overridden' end;
end $$;

/** Arguments: the entity's collection, the column that a reader knows the record by, and fields that are no news. */
create function private.log_activity() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_silent text[] := '{rev,created_at,updated_at,company_id}'::text[] || coalesce(tg_argv[2], '{}')::text[];
  v_old jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - v_silent end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - v_silent end;
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_initial text := case when tg_argv[0] = 'invoices' then 'draft' else 'pending' end;
  v_label text;
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
  -- What only some may see is not named to everybody who reads the history.
  v_label := case when v_row -> 'confidential' = 'true' then '' else private.activity_label(tg_argv[0], tg_argv[1], v_row) end;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values ((v_row ->> 'company_id')::uuid, auth.uid(), private.activity_type(tg_op, v_old, v_new), tg_argv[0], (v_row ->> 'id')::uuid,
      v_label, case when v_row -> 'confidential' = 'true' then '{}' else v_changes end);
  -- A device may create and decide offline, which arrives as one insert.
  if tg_op = 'INSERT' and v_new ->> 'status' <> v_initial then
    insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
      values ((v_row ->> 'company_id')::uuid, auth.uid(), v_new ->> 'status', tg_argv[0], (v_row ->> 'id')::uuid,
        v_label, jsonb_build_object('status', jsonb_build_array(v_initial, v_new -> 'status')));
  end if;
  return null;
end $$;

revoke all on function
  private.are_changes(jsonb), private.shortened_changes(jsonb), private.claim_activity(), private.changed_fields(jsonb, jsonb, text),
  private.activity_type(text, jsonb, jsonb), private.log_activity() from public;
-- Checks and triggers that run with the caller's rights call these.
grant execute on function private.are_changes(jsonb), private.shortened_changes(jsonb) to authenticated, service_role;
